// Variables keep their values from state to state.

machine Main {
    var log: seq[string];

    start state A {
        entry {
            log += (sizeof(log), "A");
            goto B;
        }
        exit { log += (sizeof(log), "-"); }
    }
    state B {
        entry {
            log += (sizeof(log), "B");
            print format("{0}", log);  // prints: (A, -, B)
        }
    }
}
