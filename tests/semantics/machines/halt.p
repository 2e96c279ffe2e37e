// An unhandled halt ends the machine: exit runs, the queue is dropped.

event eA;

machine Main {
    start state Init {
        entry {
            send this, halt;
            send this, eA;
        }
        exit { print "exit"; }  // prints: exit
        on eA do { assert false, "halted"; }
    }
}
