// check
// verdict: verified
// Monitors see announcements in the order in which machines make them, which full
// points tell apart and others do not.

event eMine: int;

machine Speaker {
    start state Init {
        entry (n: int) {
            announce eMine, n;
            announce eMine, n + 1;
        }
    }
}

machine Main {
    start state Init {
        entry {
            new Speaker(10);
            new Speaker(20);
            announce eMine, 1;
        }
    }
}

spec Ears observes eMine {
    var heard: seq[int];

    start state Hearing {
        on eMine do (n: int) {
            if (n % 10 == 1 && n > 1) { assert n - 1 in heard; }
            heard += (sizeof(heard), n);
        }
    }
}
