// Handled, but nobody sends it.

event eTick; // warning: W0902

machine Main {
    start state Init {
        on eTick do { print "tick"; }
    }
}
