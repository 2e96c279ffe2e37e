// check --points modern --loop-limit 10000
// verdict: bug
// A loop that ends only when the other one was faster.

event eStop;
event eRun;

machine Runner {
    var stopped: bool;

    start state Init {
        on eStop do { stopped = true; }
        on eRun do {
            while (!stopped) { }  // bug: infinite-loop
        }
    }
}

machine Stopper {
    start state Init {
        entry (m: machine) { send m, eStop; }
    }
}

machine Main {
    start state Init {
        entry {
            var m: machine;
            m = new Runner();
            new Stopper(m);
            send m, eRun;
        }
    }
}
