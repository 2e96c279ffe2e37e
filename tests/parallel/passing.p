// Two machines answer each other for ever. Each answer may pass a machine that waits for its turn,
// but not all of them: the third machine ends the two.

event eBall: machine;

machine Main {
    start state Init {
        entry {
            var one, other: machine;
            one = new Player();
            other = new Player();
            send one, eBall, other;
            new Referee((one = one, other = other));
        }
    }
}

machine Player {
    start state Play {
        on eBall do (other: machine) {
            send other, eBall, this;
        }
    }
}

machine Referee {
    var rounds: int;
    var players: (one: machine, other: machine);

    start state Watch {
        entry (both: (one: machine, other: machine)) {
            players = both;
            send this, eBall, this;
        }
        on eBall do {
            rounds = rounds + 1;
            if (rounds < 1000) {
                send this, eBall, this;
                return;
            }
            print "the game is over";
            send players.one, halt;
            send players.other, halt;
            raise halt;
        }
    }
}
