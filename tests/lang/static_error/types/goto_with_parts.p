// A goto takes one value, which may be a tuple.

machine Main {
    start state Init {
        entry {
            goto Done, 1, 2; // error: E0406
        }
    }
    state Done {
        entry (p: (int, int)) { print format("{0}", p); }
    }
}
