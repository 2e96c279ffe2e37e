// check
// verdict: verified
// Ignored events are dropped where they would be taken, and leave no trace.

event eNoise: int;
event eGo;

machine Listener {
    start state Deaf {
        ignore eNoise;
        on eGo goto Hearing;
    }
    state Hearing {
        on eNoise do (n: int) { goto Deaf; }
        ignore eGo;
    }
}

machine Noise {
    start state Init {
        entry (m: machine) {
            send m, eNoise, 1;
            send m, eNoise, 2;
        }
    }
}

machine Main {
    start state Init {
        entry {
            var m: machine;
            m = new Listener();
            new Noise(m);
            send m, eGo;
            send m, eGo;
        }
    }
}
