// check
// verdict: verified
// Actions and deferred events are inherited by the state on top.

event eTick;
event eUp;
event eDown;
event eLate;

main machine Main {
    var ticks: int;
    var late: int;

    start state Bottom {
        entry { new Sender(this); }
        on eTick do { ticks = ticks + 1; };
        on eUp push Top;
        defer eLate;
    }

    state Top {
        on eDown goto Next;
        ignore eUp;
    }

    state Next {
        on eLate do { late = late + 1; assert late < 3; };
        on eDown do { pop; };
    }
}

model Sender {
    start state Init {
        entry {
            var m: machine;
            m = payload as machine;
            send m, eTick;
            send m, eLate;
            send m, eUp;
            if ($$) send m, eTick;
            send m, eDown;
            send m, eLate;
        }
    }
}
