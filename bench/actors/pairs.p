// 64 independent pairs of machines. The two of a pair answer each other: ROUNDS events in all.

event ePing: machine;
event ePong;

fun Rounds(): int {
    return 2000000;
}

machine Main {
    start state Init {
        entry {
            var i: int;
            while (i < 64) {
                new Pinger(Rounds() / 128);
                i = i + 1;
            }
            raise halt;
        }
    }
}

machine Pinger {
    var other: machine;
    var left: int;

    start state Play {
        entry (rounds: int) {
            left = rounds;
            other = new Ponger();
            send other, ePing, this;
        }
        on ePong do {
            left = left - 1;
            if (left > 0) {
                send other, ePing, this;
            } else {
                send other, halt;
                raise halt;
            }
        }
    }
}

machine Ponger {
    start state Wait {
        on ePing do (from: machine) {
            send from, ePong;
        }
    }
}
