// The state's entry wants a value.

machine Main {
    start state Init {
        entry {
            goto Done; // error: E0406
        }
    }
    state Done {
        entry (n: int) { print format("{0}", n); }
    }
}
