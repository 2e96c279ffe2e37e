// Waiting in the middle of a handler.

event eAsk: machine;
event eYes: int;
event eNo;

machine Oracle {
    start state Init {
        on eAsk do {
            if ($)
                send payload, eYes, 1;
            else
                send payload, eNo;
        };
    }
}

main machine Main {
    var oracle: machine;
    var asked: int;

    start state Init {
        entry {
            oracle = new Oracle();
            while (asked < 2) {
                send oracle, eAsk, this;
                receive {
                    case eYes: { asked = asked + payload; }
                    case eNo: { asked = asked + 1; }
                }
            }
        }
    }
}
