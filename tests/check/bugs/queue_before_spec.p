// check
// verdict: bug
// The queue overflows before the spec hears anything: the first bug counts.

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
            send m, eItem;  // bug: queue-bound
            announce eSaid;
        }
    }
}

spec Silence observes eSaid {
    var said: bool;

    start state Watching {
        on eSaid do {
            assert said, "that was the first time";
        }
    }
}
