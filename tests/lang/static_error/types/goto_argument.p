// The state's entry takes another type.

machine Main {
    start state Init {
        entry {
            goto Done, true; // error: E0401
        }
    }
    state Done {
        entry (n: int) { print format("{0}", n); }
    }
}
