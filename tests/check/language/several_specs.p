// check
// verdict: verified
// Three specs: of one event, of all, and one that only hears what is announced.

event eUp: int;
event eDown: int;
event eBalance: int;

machine Account {
    var sum: int;

    start state Open {
        on eUp do (n: int) {
            sum = sum + n;
            announce eBalance, sum;
        }
        on eDown do (n: int) {
            if (n <= sum) { sum = sum - n; }
            announce eBalance, sum;
        }
    }
}

machine Main {
    start state Init {
        entry {
            var m: machine;
            m = new Account();
            new Saver(m);
            send m, eDown, 1;
            send m, eDown, 2;
        }
    }
}

machine Saver {
    start state Init {
        entry (m: machine) {
            send m, eUp, 1;
            send m, eUp, 2;
        }
    }
}

spec Ups observes eUp {
    var n: int;
    start state Counting {
        on eUp do (k: int) {
            n = n + 1;
            assert n <= 2;
        }
    }
}

spec Both observes eUp, eDown {
    var difference: int;
    start state Counting {
        on eUp do { difference = difference + 1; }
        on eDown do { difference = difference - 1; }
    }
}

spec Positive observes eBalance {
    start cold state Empty {
        on eBalance do (n: int) {
            assert n >= 0, "less than nothing";
            if (n > 0) { goto Full; }
        }
    }
    state Full {
        on eBalance do (n: int) {
            assert n >= 0, "less than nothing";
            if (n == 0) { goto Empty; }
        }
    }
}
