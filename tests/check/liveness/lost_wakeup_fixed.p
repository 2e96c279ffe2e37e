// check
// verdict: verified
// A worker goes to sleep, and what comes then wakes it, while a clock goes on for ever.

event eTick;
event eWork;
event eDone;
event eLook;

spec Works observes eWork, eDone {
    start cold state Idle { on eWork goto Waiting; ignore eDone; }
    hot state Waiting { on eDone goto Idle; ignore eWork; }
}

machine Clock {
    start state Init {
        entry { send this, eTick; }
        on eTick do { send this, eTick; }
    }
}

machine Worker {
    var has_work: bool;
    start state Awake {
        entry { send this, eLook; }
        on eWork do { has_work = true; }
        on eLook goto Asleep with {
            if (has_work) { announce eDone; }
            has_work = false;
        }
    }
    state Asleep {
        on eWork do { announce eDone; }
    }
}

machine Main {
    start state Init {
        entry {
            var w: machine;
            new Clock();
            w = new Worker();
            send w, eWork;
        }
    }
}

test tc [main=Main]: assert Works in {Main, Clock, Worker};
