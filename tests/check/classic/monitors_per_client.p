// check
// verdict: verified
// One monitor for each client. They come in the order of the clients, hold what is theirs,
// refer to machines, and halt; another kind has one monitor that outlives them.

event eAsk: machine;
event eAnswer;
event eAsked: machine;
event eAnswered: machine;

monitor Balance {
    var client: machine;
    var open: int;
    start state Init {
        entry { client = payload as machine; }
        on eAsked do {
            if (payload == client) {
                open = open + 1;
                assert open == 1;
            }
        };
        on eAnswered do {
            if (payload == client) {
                open = open - 1;
                assert open == 0;
                raise halt;
            }
        };
    }
}

monitor Count {
    var asked: int;
    start state Init {
        on eAsked do {
            asked = asked + 1;
            assert asked <= 3;
        };
    }
}

machine Client {
    start state Init {
        entry {
            new Balance(this);
            monitor Balance, eAsked, this;
            monitor Count, eAsked, this;
            send payload as machine, eAsk, this;
        }
        on eAnswer do { monitor Balance, eAnswered, this; };
    }
}

main machine Server {
    start state Init {
        entry {
            new Count();
            new Client(this);
            new Client(this);
        }
        on eAsk do { send payload, eAnswer; };
    }
}
