// A clock that ticks. This is the model, for checks: it ticks at any time, so often. When the service runs, C
// takes its place (../gateway/ticker.c).

param ticks: int;

event eTick;

machine Ticker {
    var owner: machine;
    var count: int;

    start state Ticking {
        entry (o: machine) {
            owner = o;
            if (ticks == 0) { goto Silent; }
        }
        on null do {
            if (count == ticks) { goto Silent; }
            count = count + 1;
            send owner, eTick;
        }
    }

    state Silent { }
}
