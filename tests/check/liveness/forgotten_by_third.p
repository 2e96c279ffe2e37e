// check
// verdict: bug
// Two play ping-pong for ever. The third forgets to say that its work is done.
// bug: liveness for ever

event eBall: machine;
event eWork;
event eDone;

machine Player {
    start state Init {
        on eBall do (from: machine) { send from, eBall, this; }
    }
}

spec Works observes eWork, eDone {
    start cold state Idle { on eWork goto Waiting; }
    hot state Waiting { on eDone goto Idle; }
}

machine Third {
    start state Init {
        on eWork do {  }
    }
}

machine Main {
    start state Init {
        entry {
            var one: machine;
            var other: machine;
            one = new Player();
            other = new Player();
            send one, eBall, other;
            send new Third(), eWork;
        }
    }
}

test tc [main=Main]: assert Works in {Main, Player, Third};
