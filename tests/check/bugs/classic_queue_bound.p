// check
// verdict: bug
// The queue of a machine holds two events, one is allowed.

event eA;
event eB;

main machine Main {
    start state Init {
        entry {
            var m: machine;
            m = new Small();
            send m, eA;
            send m, eB;  // bug: queue-bound
        }
    }
}

machine Small assert 1 {
    start state Init { ignore eA, eB; }
}
