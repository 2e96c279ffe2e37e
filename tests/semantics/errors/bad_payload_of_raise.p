// The payload of a raised event in a variable is checked, too.

event eA: int;

machine Main {
    start state Init {
        entry {
            var e: event;
            e = eA;
            raise e, "one";  // bug: bad-cast
        }
        ignore eA;
    }
}
