// All counters count to the limit.

spec Counted observes eTick {
    var ticks: int;

    start hot state Counting {
        on eTick do {
            ticks = ticks + 1;
            if (ticks == counters * limit) {
                goto Done;
            }
        }
    }

    cold state Done { }
}

test param (counters in [7], limit in [2, 3, 4, 5])
    tcCounted [main = Main]: assert Counted in { Main, Counter };
