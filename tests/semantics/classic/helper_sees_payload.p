// A helper sees the payload of the handler that calls it.

event eA: int;

main machine Main {
    fun Show() { print format("helper {0}", payload); }

    start state Init {
        entry { send this, eA, 3; }
        on eA do { Show(); };
    }
}

// output:
//   helper 3
