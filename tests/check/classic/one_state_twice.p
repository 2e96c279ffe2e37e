// check
// verdict: verified
// One state at the bottom, and on top of two others: what it inherits is what counts, and
// how it got there leaves no trace.

event eUp;
event eDown;
event eNext;
event eSwap;
event eItem;

machine Stack {
    var items: int;

    start state Busy {
        on eDown do { pop; };
        on eNext goto Defers;
        on eSwap goto Still;
        ignore eUp;
    }

    state Still {
        on eDown do { pop; };
        ignore eUp, eNext, eSwap;
    }

    state Defers {
        defer eItem;
        on eUp push Busy;
        on eNext goto Acts;
    }

    state Acts {
        on eItem do {
            items = items + 1;
            assert items <= 2;
        };
        on eUp push Busy;
    }
}

main model Main {
    start state Init {
        entry {
            var m: machine;
            m = new Stack();
            send m, eNext;
            send m, eItem;
            send m, eUp;
            if ($) send m, eSwap;
            send m, eDown;
            send m, eNext;
            send m, eUp;
            if ($) send m, eItem;
            send m, eDown;
        }
    }
}
