// An ignored event at an idle machine is dropped when the machine next looks.

event eNoise;
event eGo;

machine Other {
    start state Deaf {
        ignore eNoise;
        on eGo goto Hearing;
    }
    state Hearing {
        entry { print "hearing"; }  // prints: hearing
        on eNoise do { assert false, "dropped long ago"; }
    }
}

machine Main {
    var other: machine;

    start state Init {
        entry {
            other = new Other();
            send this, eGo;
        }
        on eGo do {
            send other, eNoise;
            send other, eGo;
        }
    }
}
