// The state's entry takes nothing.

machine Main {
    start state Init {
        entry {
            goto Done, 1; // error: E0406
        }
    }
    state Done {
        entry { print "done"; }
    }
}
