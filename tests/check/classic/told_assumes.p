// check
// verdict: no-bug-found
// limits: assumptions
// The assumption of a monitor that is created fails at once.

event eDone;

monitor Never {
    start state Init {
        entry { assume false; }
        on eDone do { assert false; };
    }
}

main model Main {
    start state Init {
        entry {
            new Never();
            monitor Never, eDone;
        }
    }
}
