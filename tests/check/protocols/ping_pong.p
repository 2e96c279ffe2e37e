// check
// verdict: verified
// Two players and a ball, for ever: the last state is the first one again.

event ePing: machine;
event ePong;

machine Player {
    start state Ready {
        on ePing do (from: machine) { send from, ePong; }
    }
}

machine Main {
    var other: machine;

    start state Init {
        entry {
            other = new Player();
            goto Playing;
        }
    }

    state Playing {
        entry { send other, ePing, this; }
        on ePong goto Playing;
    }
}
