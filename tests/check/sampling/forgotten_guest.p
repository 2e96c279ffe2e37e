// check
// verdict: bug
// delays: 1
// depth: 1
// A guest who comes when the door is already shut waits for ever.

event eEnter: machine;
event eWelcome;
event eShut;

machine House {
    start state Open {
        on eEnter do (m: machine) { send m, eWelcome; }
        on eShut goto Shut;
    }
    state Shut {
        ignore eEnter;
    }
}

machine Guest {
    start state Init {
        entry (house: machine) {
            send house, eEnter, this;
            receive { case eWelcome: { } }
        }
    }
}

machine Main {
    start state Init {
        entry {
            var house: machine;
            house = new House();
            new Guest(house);
            new Guest(house);
            send house, eShut;
        }
    }
}

// bug: deadlock
