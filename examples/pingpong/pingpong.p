// Two machines that answer each other.

event ePing: machine;
event ePong: int;

machine Main {
    var ponger: machine;
    var left: int;

    start state Play {
        entry {
            left = 3;
            ponger = new Ponger();
            send ponger, ePing, this;
        }

        on ePong do (n: int) {
            print format("pong {0}", n);
            left = left - 1;
            if (left > 0) {
                send ponger, ePing, this;
            } else {
                send ponger, halt;
                raise halt;
            }
        }
    }
}

machine Ponger {
    var answered: int;

    start state Wait {
        on ePing do (player: machine) {
            answered = answered + 1;
            send player, ePong, answered;
        }
    }
}
