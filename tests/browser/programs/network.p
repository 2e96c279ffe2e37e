// What goes wrong between containers: a crash, a cut, a suspicion, lost events, a machine that is
// never created. The trace shows all of it.

event eAsk: machine;
event eAnswer;
event eSuspect: machine;

machine Main {
    var far: machine;
    var lost: machine;
    start state Ask {
        entry {
            far = new Far();
            send far, eAsk, this;
        }
        on eAnswer goto Wait;
        on eSuspect do (peer: machine) { }
    }
    state Wait {
        entry {
            lost = new Far();
            send lost, eAsk, this;
            receive {
                case eAnswer: { }
            }
        }
        ignore eSuspect;
    }
}

machine Far {
    start state Serve {
        on eAsk do (client: machine) {
            send client, eAnswer;
        }
    }
}

test tcNetwork [main = Main]: { Main, Far };
