// plait: --specs
// A program that ends while a spec is in a hot state has a liveness bug.

event eRequest;
event eResponse;

spec Answered observes eRequest, eResponse {
    start cold state Quiet {
        on eRequest goto Waiting;
    }
    hot state Waiting {
        on eResponse goto Quiet;
    }
}

machine Main {
    start state Init {
        entry {
            announce eRequest;
            announce eResponse;
            announce eRequest;
            print "end";  // prints: end
        }
    }
}

// bug: liveness
