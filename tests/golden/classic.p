// The dialect of 2015: models, monitors, push and pop, payload.
event Ping assert 1: machine;
event Pong assume 2;
event Done;

main machine Client {
    var server: machine;

    start state Init {
        entry {
            new Watch();
            server = new Server();
            send server, Ping, this;
            monitor Watch, Ping, this;
        }
        on Pong push Resting;
        on Done goto Init;
    }

    group Pauses {
        state Resting {
            entry {
                if ($) {
                    pop;
                }
                push Sleeping;
            }
            on Done do { raise Pong; };
        }
    }

    state Sleeping {
        entry { pop; }
    }
}

model Server {
    start state Wait {
        on Ping do {
            send payload, Pong;
        };
    }
}

monitor Watch {
    start hot state Idle {
        on Ping do { };
    }
}
