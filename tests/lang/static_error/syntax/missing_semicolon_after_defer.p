// A state item without its semicolon.

event eTick;

machine Main {
    start state Init {
        defer eTick // error: E0101
        entry { print "waiting"; }
    }
}
