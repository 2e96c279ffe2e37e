// check
// verdict: bug
// A worker goes to sleep after a look at its work; what comes in between wakes nobody, while a
// clock goes on for ever.
// bug: liveness for ever

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
        on eWork do { has_work = true; }
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
