// A timer, as a program sees it: once started, it may fire at any time until it is cancelled.
//
// A cancel may come too late: then the time-out is already in the client's queue. So each
// start has a number, which the time-out repeats, and the client ignores an old one.

event eStartTimer: int;   // to the timer: the number of this start; an earlier one is forgotten
event eCancelTimer;       // to the timer
event eTimeOut: int;      // to the client: the number of the start

machine Timer {
    var client: machine;
    var number: int;

    start state Init {
        entry (owner: machine) {
            client = owner;
            goto Idle;
        }
    }

    state Idle {
        on eStartTimer do (n: int) {
            number = n;
            goto Running;
        }
        ignore eCancelTimer;
    }

    // It fires only if it has handled what others sent before.
    state Running {
        on eStartTimer do (n: int) { number = n; }
        on eCancelTimer goto Idle;
        on null do {
            send client, eTimeOut, number;
            goto Idle;
        }
    }
}
