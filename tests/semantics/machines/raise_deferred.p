// A raised event that the state defers is a bug: nobody would ever handle it.

event eUnit;

machine Main {
    start state A {
        entry {
            raise eUnit;
        }
        defer eUnit;
    }
}

// bug: unhandled-event
