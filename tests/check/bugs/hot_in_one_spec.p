// check
// verdict: bug
// Of three specs one is hot when everything ends, in one order only.

event eA;
event eB;

machine Sink {
    start state Init { ignore eA, eB; }
}

machine SendA {
    start state Init {
        entry (m: machine) { send m, eA; }
    }
}

machine SendB {
    start state Init {
        entry (m: machine) { send m, eB; }
    }
}

machine Main {
    start state Init {
        entry {
            var m: machine;
            m = new Sink();
            new SendA(m);
            new SendB(m);
        }
    }
}

spec Fine observes eA {
    start hot state None {
        on eA goto Seen;
    }
    cold state Seen { }
}

spec AfterB observes eA, eB {
    start state None {
        on eA goto None;
        on eB goto Waiting;
    }
    hot state Waiting {
        on eA goto Done;
    }
    cold state Done { }
}

spec Any observes eA, eB {
    start cold state Idle { ignore eA, eB; }
}

// bug: liveness
