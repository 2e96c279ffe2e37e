// check
// verdict: bug
// A monitor that is told stays hot in an execution without end.
// bug: liveness for ever

event ePing;
event eDone;

monitor Progress {
    start hot state Waiting { on eDone goto Finished; }
    cold state Finished { on eDone goto Finished; }
}

main model Main {
    start state Init {
        entry {
            new Progress();
            send this, ePing;
        }
        on ePing do { send this, ePing; };
    }
}
