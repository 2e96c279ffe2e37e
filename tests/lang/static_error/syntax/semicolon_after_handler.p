// No semicolon after a handler's body.

event eTick;

machine Main {
    start state Init {
        on eTick do { }; // error: E0101
        entry { print "here"; }
    }
}
