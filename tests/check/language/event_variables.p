// check
// verdict: verified
// Which event is sent is chosen; so is to whom.

event eStop;
event eGo;
event eTurn: bool;

machine Car {
    start state Standing {
        on eGo goto Driving;
        ignore eStop, eTurn;
    }
    state Driving {
        on eStop goto Standing;
        on eTurn do (left: bool) { if (left) { goto Standing; } }
        ignore eGo;
    }
}

machine Main {
    start state Init {
        entry {
            var cars: seq[machine];
            var orders: seq[event];
            var i: int;
            var e: event;
            cars += (0, new Car());
            cars += (1, new Car());
            orders += (0, eGo);
            orders += (1, eStop);
            while (i < 3) {
                e = choose(orders);
                send choose(cars), e;
                i = i + 1;
            }
            send cars[0], eTurn, $;
        }
    }
}
