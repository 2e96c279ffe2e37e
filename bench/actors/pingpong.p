// Two machines that answer each other ROUNDS times: 2 * ROUNDS events.

event ePing: machine;
event ePong;

fun Rounds(): int {
    return 2000000;
}

machine Main {
    var other: machine;
    var left: int;

    start state Play {
        entry {
            left = Rounds();
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
