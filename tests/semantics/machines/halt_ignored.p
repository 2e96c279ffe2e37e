// Halt can be ignored.

event eA;

machine Main {
    start state Init {
        entry {
            send this, halt;
            send this, eA;
        }
        ignore halt;
        on eA do { print "here"; }  // prints: here
    }
}
