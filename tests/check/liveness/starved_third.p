// check
// verdict: verified
// Two play ping-pong for ever. The third has work: a fair run lets it do that.

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
        on eWork do { announce eDone; }
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
