// check
// verdict: bug
// delays: 1
// depth: 1
// A timer is cancelled when it has already struck.

event eCancel;
event eStrike: int;
event eGo;

machine Timer {
    start state Running {
        entry (owner: machine) { send owner, eStrike, 1; }
        ignore eCancel;
    }
}

machine Owner {
    start state Waiting {
        entry {
            var timer: machine;
            timer = new Timer(this);
            send this, eGo;
            send timer, eCancel;
        }
        on eGo goto Done;
        on eStrike do (n: int) { }
    }
    state Done {
        on eStrike do (n: int) { assert false, "too late"; }  // bug: assertion too late
    }
}

machine Main {
    start state Init {
        entry { new Owner(); }
    }
}
