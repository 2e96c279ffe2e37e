// `assert N` after a machine: its queue may hold N events.

event eA;
event eB;

main machine Main assert 3 {
    start state Init {
        entry {
            send this, eA;
            send this, eB;
            send this, eA;
            print "three";  // prints: three
            send this, eB;  // bug: queue-bound
        }
        ignore eA, eB;
    }
}
