// Two machines that wait for one another.

event eGo: machine;
event eAnswer;

machine Other {
    start state Init {
        on eGo do (m: machine) {
            receive { case eAnswer: { } }
            send m, eAnswer;
        }
    }
}

machine Main {
    start state Init {
        entry {
            send new Other(), eGo, this;
            receive { case eAnswer: { } }
        }
    }
}

// bug: deadlock
