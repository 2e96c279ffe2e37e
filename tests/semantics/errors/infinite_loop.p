// A handler that never ends is found out.

machine Main {
    start state Init {
        entry {
            var n: int;
            while (true) n = n + 1;
        }
    }
}

// bug: infinite-loop
