// A raised halt ends the machine at once.

event eA;

machine Main {
    start state Init {
        entry {
            send this, eA;
            print "halting";
            raise halt;
        }
        exit { print "exit"; }
        on eA do { assert false, "halted"; }
    }
}

// output:
//   halting
//   exit
