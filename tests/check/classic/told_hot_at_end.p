// check
// verdict: bug
// A monitor that is told is hot when everything has ended.
// bug: liveness Progress is in

event eDone;

monitor Progress {
    start hot state Waiting { on eDone goto Finished; }
    cold state Finished { }
}

main model Main {
    start state Init {
        entry {
            new Progress();
            if ($) { monitor Progress, eDone; }
        }
    }
}
