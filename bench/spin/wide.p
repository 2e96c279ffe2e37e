// As many states as you like, in a number that a formula gives.
//
// Counters that count to a limit, each for itself. Main starts them one after the
// other, so with c of m started there are (limit + 1)^c states. A path has at most
// m * (limit + 1) steps or so: a search that goes deep first keeps little.

param counters: int;
param limit: int;

event eUp;
event eTick;

machine Main {
    var all: seq[machine];

    start state Building {
        entry {
            var i: int;

            while (sizeof(all) < counters) {
                all += (sizeof(all), new Counter(this));
                receive {
                    case eUp: { }
                }
            }
            while (i < counters) {
                send all[i], eTick;
                i = i + 1;
            }
            raise halt;
        }
    }
}

machine Counter {
    var count: int;

    start state Counting {
        entry (builder: machine) {
            send builder, eUp;
        }
        on eTick do {
            count = count + 1;
            if (count < limit) {
                send this, eTick;
            }
        }
    }
}

test param (counters in [7], limit in [4, 6, 9, 13, 17])
    tcWide [main = Main]: { Main, Counter };
