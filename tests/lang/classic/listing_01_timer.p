// Listing 1: a timer that answers at any time, and a client that uses it.

// events from client to timer
event START;
event CANCEL;
// events from timer to client, each with the timer's id
event TIMEOUT: machine;
event CANCEL_SUCCESS: machine;
event CANCEL_FAILURE: machine;
// control inside a machine
event Unit;

model Timer {
    var client: machine;

    start state Init {
        entry {
            client = payload as machine;
            raise Unit;
        }
        on Unit goto WaitForReq;
    }

    state WaitForReq {
        on CANCEL goto WaitForReq with {
            send client, CANCEL_FAILURE, this;
        };
        on START goto WaitForCancel;
    }

    state WaitForCancel {
        on START do { };
        on CANCEL goto WaitForReq with {
            if ($) {
                send client, CANCEL_SUCCESS, this;
            } else {
                send client, CANCEL_FAILURE, this;
                send client, TIMEOUT, this;
            }
        };
        // when there is neither START nor CANCEL
        on null goto WaitForReq with {
            send client, TIMEOUT, this;
        };
    }
}

main model Client {
    var timer: machine;

    start state Init {
        entry {
            timer = new Timer(this);
            send timer, START;
            if ($) {
                send timer, CANCEL;
            }
        }
        on TIMEOUT do {
            assert payload == timer;
        };
        on CANCEL_SUCCESS do { };
        on CANCEL_FAILURE do { };
    }
}
