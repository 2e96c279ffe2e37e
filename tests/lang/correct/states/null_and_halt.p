// The two events that exist without a declaration.

event eTick;

machine Main {
    start state Init {
        entry { send this, halt; }
        defer eTick;
        on null do { print "idle"; }
        on halt do { raise halt; }
    }
}

machine Other {
    start state Init {
        ignore halt;
        on null goto Init;
    }
}

machine Third {
    start state Init {
        defer halt;
        on eTick do { raise halt; }
    }
}
