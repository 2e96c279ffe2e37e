// check
// verdict: bug
// The spec fails before the queue overflows, although there is one step to both.

event eItem assert 1;
event eSaid;

machine Sink {
    start state Init { defer eItem; }
}

machine Main {
    start state Init {
        entry {
            var m: machine;
            m = new Sink();
            send m, eItem;
            announce eSaid;
            send m, eItem;
        }
    }
}

spec Silence observes eSaid {
    var said: bool;

    start state Watching {
        on eSaid do {
            assert said, "that was the first time";  // bug: assertion
        }
    }
}
