// Time, and what it depends on: the wire carries the token, loses it `losses` times, and lets each station
// find out. (A station finds out by a timer that is longer than a turn of the token; when it fires early, the
// token is not lost. Here it never does.)

param losses: int;

machine Wire {
    var listeners: set[machine];
    var left: int;

    start state Carrying {
        entry { left = losses; }
        on eStations do (all: set[machine]) { listeners = all; }
        on eCarry do (c: (target: machine, token: int)) {
            var station: machine;

            if (left > 0 && $) {
                left = left - 1;
                foreach (station in listeners) {
                    new LateTimer((station = station, token = c.token));
                }
            } else {
                send c.target, eToken, c.token;
            }
        }
    }
}

// Fires some time after the token was lost.
machine LateTimer {
    start state Running {
        entry (t: (station: machine, token: int)) {
            send t.station, eLost, t.token;
            raise halt;
        }
    }
}

event eStations: set[machine];  // to the wire

module wire = { Wire, LateTimer };
