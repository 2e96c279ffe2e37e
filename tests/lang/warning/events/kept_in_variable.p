// An event that is a value may be sent through any variable.

event eTick;

machine Main {
    start state Init {
        entry {
            var e: event;
            e = eTick;
            send this, e;
        }
        ignore eTick;
    }
}
