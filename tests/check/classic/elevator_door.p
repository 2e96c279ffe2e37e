// check
// verdict: verified
// A door that closes unless somebody holds it, with groups of states.

event eClose;
event eHold;
event eClosed;
event eTimer: machine;
event eTimeout;

main machine Lift {
    var door: machine;
    var timer: machine;

    start state Init {
        entry {
            door = new Door(this);
            timer = new Timer();
            new Person(this);
            raise eClose;
        }
        on eClose goto Moving.Closing;
        ignore eHold;
    }

    group Moving {
        state Closing {
            entry { send door, eClose; }
            on eClosed goto Moving.Gone;
            on eHold goto Moving.Waiting;
        }
        state Waiting {
            entry { send timer, eTimer, this; }
            on eTimeout goto Moving.Closing;
            ignore eHold;
            defer eClosed;
        }
        state Gone {
            ignore eHold, eTimeout, eClosed;
        }
    }
}

model Door {
    var lift: machine;
    start state Init {
        entry { lift = payload as machine; }
        on eClose do { send lift, eClosed; };
    }
}

model Timer {
    start state Init {
        on eTimer do { send payload, eTimeout; };
    }
}

model Person {
    start state Init {
        entry {
            send payload as machine, eHold;
            if ($) send payload as machine, eHold;
        }
    }
}
