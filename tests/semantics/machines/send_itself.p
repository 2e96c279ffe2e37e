// A machine may send to itself; the event waits for the end of the handler.

event eA;

machine Main {
    start state Init {
        entry {
            send this, eA;
            print "end of entry";
        }
        on eA do { print "a"; }
    }
}

// output:
//   end of entry
//   a
