// A machine that halts leaves the others running.

event ePing: machine;
event ePong;

machine Echo {
    start state Init {
        on ePing do (m: machine) {
            send m, ePong;
            raise halt;
        }
    }
}

machine Main {
    var echo: machine;
    var n: int;

    start state Init {
        entry {
            echo = new Echo();
            send echo, ePing, this;
            send echo, ePing, this;
        }
        on ePong do {
            n = n + 1;
            print format("pong {0}", n);  // prints: pong 1
        }
    }
}
