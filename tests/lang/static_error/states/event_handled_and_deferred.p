// Handle it now or later, not both.

event eTick;

machine Main {
    start state Init {
        on eTick do { print "now"; }
        defer eTick; // error: E0303
    }
}
