// plait: --specs
// Ending in a cold state, or in one that is neither, is fine.

event eRequest;

spec Cold observes eRequest {
    start hot state Hot { on eRequest goto Quiet; }
    cold state Quiet { ignore eRequest; }
}

spec Warm observes eRequest {
    start hot state Hot { on eRequest goto Quiet; }
    state Quiet { ignore eRequest; }
}

machine Main {
    start state Init {
        entry {
            announce eRequest;
            print "end";  // prints: end
        }
    }
}
