// check
// verdict: bug
// What a machine will ignore is in its queue until it looks.

event eReady;
event eItem assert 1;

machine Sink {
    start state Init {
        entry (m: machine) {
            send m, eReady;
            goto Idle;
        }
    }
    state Idle { ignore eItem; }
}

machine Main {
    var sink: machine;

    start state Init {
        entry { sink = new Sink(this); }
        on eReady do {
            send sink, eItem;
            send sink, eItem;  // bug: queue-bound
        }
    }
}
