// Everything is reported in one run.

event eTick: int;

monitor Watch {
    start state Init {
        on eTick do {
            assert payload == true; // error: E0402
        };
        defer halt; // error: E0602
    }
}

machine Clock {
    fun Back() { pop; }

    start state Init {
        on eTick push Nowhere; // error: E0204
        on halt do {
            Back(); // error: E0508
        };
    }
}

main machine Main {
    start state Init {
        entry {
            new Watch();
            new Clock();
            monitor Clock, eTick, 1; // error: E0605
            send this, eTick; // error: E0414
        }
    }
}
