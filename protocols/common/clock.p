// A clock: it ticks once, at any time, after each time it is set.

event eSetClock;  // to the clock
event eTick;      // to the client

machine Clock {
    var client: machine;

    start state Init {
        entry (owner: machine) {
            client = owner;
            goto Idle;
        }
    }

    state Idle {
        on eSetClock goto Running;
    }

    state Running {
        on null do {
            send client, eTick;
            goto Idle;
        }
    }
}
