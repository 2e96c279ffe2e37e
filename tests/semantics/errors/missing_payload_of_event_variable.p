// An event in a variable that wants a payload must get one.

event eA: int;

machine Main {
    start state Init {
        entry {
            var e: event;
            e = eA;
            send this, e;  // bug: bad-cast
        }
        ignore eA;
    }
}
