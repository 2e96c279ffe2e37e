// check
// verdict: bug
// delays: 1
// depth: 1
// A monitor sees the release of a lock that was never taken.

event eLock;
event eUnlock;

machine Key {
    start state Init {
        ignore eLock, eUnlock;
    }
}

machine User {
    start state Init {
        entry (key: machine) { send key, eLock; }
    }
}

machine Cleaner {
    start state Init {
        entry (key: machine) { send key, eUnlock; }
    }
}

machine Main {
    start state Init {
        entry {
            var key: machine;
            key = new Key();
            new User(key);
            new Cleaner(key);
        }
    }
}

spec Balanced observes eLock, eUnlock {
    var locks: int;

    start state Init {
        on eLock do { locks = locks + 1; }
        on eUnlock do {
            locks = locks - 1;
            assert locks >= 0, "never taken";  // bug: assertion never taken
        }
    }
}
