// What mutual exclusion promises.

spec MutualExclusion observes eEnters, eLeaves {
    var inside: int;  // 0: nobody

    start state Watching {
        on eEnters do (process: int) {
            assert inside == 0, format("processes {0} and {1} are inside", inside, process);
            inside = process;
        }
        on eLeaves do { inside = 0; }
    }
}

// If processes try, one of them enters.
spec SomebodyEnters observes eTries, eEnters {
    start cold state Quiet {
        on eTries goto Trying;
        ignore eEnters;
    }
    hot state Trying {
        on eEnters goto Quiet;
        ignore eTries;
    }
}
