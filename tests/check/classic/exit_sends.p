// check
// verdict: verified
// The exit function of a state that is popped, or left, sends. The event under way is
// not forgotten meanwhile: the state below gets it, and the entry function of the next
// one sees it.

event eUp;
event eLeft: int;
event eRight: int;
event eMark;

main machine Main {
    var log: machine;
    var last: event;

    start state Bottom {
        entry {
            log = new Log();
            new Sender(this);
        }
        on eUp push Top;
        on eLeft goto Next;
        on eRight goto Next;
    }

    state Top {
        exit { send log, eMark; }
    }

    state Next {
        entry {
            assert trigger == eLeft && payload == 1 || trigger == eRight && payload == 2;
            last = trigger;
        }
        exit { send log, eMark; }
        on eLeft, eRight goto Last;
        on eUp goto Next2;
    }

    state Next2 {
        on eLeft, eRight goto Last;
        ignore eUp;
    }

    state Last {
        entry { if (trigger == last) last = null; }
        ignore eUp, eLeft, eRight;
    }
}

machine Log {
    start state Init { ignore eMark; }
}

model Sender {
    start state Init {
        entry {
            var m: machine;
            m = payload as machine;
            send m, eUp;
            if ($) send m, eLeft, 1; else send m, eRight, 2;
            if ($) send m, eUp;
            if ($) send m, eLeft, 1; else send m, eRight, 2;
        }
    }
}
