// Variables keep their values from state to state.

machine Main {
    var log: seq[int];

    start state A {
        entry {
            log += (sizeof(log), 1);
            goto B;
        }
        exit { log += (sizeof(log), 2); }
    }
    state B {
        entry {
            log += (sizeof(log), 3);
            print format("{0}", log);  // prints: (1, 2, 3)
        }
    }
}
