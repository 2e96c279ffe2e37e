// A halt that is handled does not end the machine.

event eA;

machine Main {
    start state Init {
        entry {
            send this, halt;
            send this, eA;
        }
        on halt goto Last with { print "halt seen"; }
    }
    state Last {
        on eA do { print "still here"; }
    }
}

// output:
//   halt seen
//   still here
