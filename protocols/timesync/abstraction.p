// Time and the network.

param time: int;  // how many ticks are tested

type tMessage = (target: machine, name: event, payload: any);

// A message arrives some time later, after a tick or after many; or at once.
param quick: bool;

fun Post(target: machine, name: event, payload: any) {
    if (quick) { send target, name, payload; }
    else { new SlowMessage((target = target, name = name, payload = payload)); }
}

machine SlowMessage {
    start state Travelling {
        entry (m: tMessage) {
            send m.target, m.name, m.payload;
            raise halt;
        }
    }
}

// All clocks advance together.
machine World {
    var all: set[machine];
    var passed, missing: int;

    start state Turning {
        entry {
            var master: machine;

            master = new Master();
            all += (master);
            while (sizeof(all) <= nodes) {
                all += (new Node((number = sizeof(all), master = master)));
            }
            Tick();
        }
        on eTicked do {
            missing = missing - 1;
            if (missing == 0 && passed < time) { Tick(); }
        }
    }

    fun Tick() {
        var clock: machine;

        passed = passed + 1;
        missing = sizeof(all);
        foreach (clock in all) { send clock, eTick, this; }
    }
}
