// A client at each station.

param uses: int;  // of each client; 0: for ever

// It may ask for the next use when it begins with this one.
machine Client {
    var station: machine;
    var used: int;

    start state Asking {
        entry (s: machine) {
            station = s;
            send station, eRequest, this;
        }
        on eGranted do {
            var early: bool;

            early = $;
            used = used + 1;
            if (early) { AskAgain(); }
            send station, eRelease;
            if (!early) { AskAgain(); }
        }
    }

    fun AskAgain() {
        if (uses > 0 && used >= uses) { return; }
        send station, eRequest, this;
        if (uses == 0) { used = 0; }
    }
}

machine Driver {
    start state Init {
        entry {
            var ring: seq[machine];
            var all: set[machine];
            var wire: machine;
            var i, next: int;

            wire = new Wire();
            while (sizeof(ring) < stations) {
                ring += (sizeof(ring), new Station());
                all += (ring[sizeof(ring) - 1]);
            }
            send wire, eStations, all;
            while (i < stations) {
                next = i + 1;
                if (next == stations) { next = 0; }
                send ring[i], eSetUp, (number = i + 1, next = ring[next], wire = wire);
                new Client(ring[i]);
                i = i + 1;
            }
            send wire, eCarry, (target = ring[0], token = 1);
            raise halt;
        }
    }
}

module system = union lann, wire, { Driver, Client };

test param (stations in [2, 3], losses in [1], uses in [1]) tcOneLoss [main = Driver]:
    assert MutualExclusion in system;
test param (stations in [4, 5], losses in [1], uses in [1]) tcMoreStations [main = Driver]:
    assert MutualExclusion in system;
test param (stations in [2], losses in [2], uses in [1]) tcTwoLosses [main = Driver]:
    assert MutualExclusion in system;
test param (stations in [5], losses in [3], uses in [2]) tcLarge [main = Driver]:
    assert MutualExclusion in system;
test param (stations in [2, 3], losses in [0], uses in [0]) tcServed [main = Driver]: assert Served in system;
test param (stations in [2], losses in [1], uses in [0]) tcServedOneLoss [main = Driver]:
    assert Served in system;

test param (stations in [4], losses in [2], uses in [1], bug_lann_one_round in [true])
    tcBugOneRound [main = Driver]: assert MutualExclusion in system;
test param (stations in [3], losses in [0], uses in [0], bug_lann_greedy in [true])
    tcBugGreedy [main = Driver]: assert Served in system;
