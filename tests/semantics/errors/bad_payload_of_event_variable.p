// The payload of an event in a variable is checked when it is sent.

event eA: int;

machine Main {
    start state Init {
        entry {
            var e: event;
            e = eA;
            send this, e, 1;
            send this, e, true;  // bug: bad-cast
        }
        ignore eA;
    }
}
