// The later form: a spec lists its events, and nobody creates it.

event eRequest: int;
event eAnswer: int;
event eQuiet;

spec Answers monitors eRequest, eAnswer, eQuiet {
    var open: int;

    start cold state Idle {
        on eRequest goto Open with { open = payload; };
        ignore eAnswer, eQuiet;
    }

    hot state Open {
        on eAnswer do {
            assert payload == open;
        };
        on eQuiet goto Idle;
    }
}

main machine Main {
    start state Init {
        entry {
            monitor eRequest, 1;
            monitor eAnswer, 1;
            monitor eQuiet;
        }
    }
}
