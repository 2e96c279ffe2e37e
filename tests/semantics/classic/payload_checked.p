// The payload of an event in a variable is checked when it is sent.

event eA: int;

main machine Main {
    var e: event;

    start state Init {
        entry {
            e = eA;
            send this, e, 1;
            send this, e, true;  // bug: bad-cast
        }
        ignore eA;
    }
}
