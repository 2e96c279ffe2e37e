// check
// verdict: verified
// Two readers at a time, or one writer.

event eRead: machine;
event eWrite: machine;
event eGo;
event eDone;

machine Guard {
    var readers: int;

    start state Reading {
        on eRead do (m: machine) {
            readers = readers + 1;
            send m, eGo;
        }
        on eDone do { readers = readers - 1; }
        on eWrite do (m: machine) {
            goto Draining, m;
        }
    }

    state Draining {
        entry (writer: machine) {
            while (readers > 0) {
                receive { case eDone: { readers = readers - 1; } }
            }
            send writer, eGo;
            goto Writing;
        }
    }

    state Writing {
        defer eRead, eWrite;
        on eDone goto Reading;
    }
}

machine Reader {
    start state Init {
        entry (guard: machine) {
            send guard, eRead, this;
            receive { case eGo: { } }
            send guard, eDone;
        }
    }
}

machine Writer {
    start state Init {
        entry (guard: machine) {
            send guard, eWrite, this;
            receive { case eGo: { } }
            send guard, eDone;
        }
    }
}

machine Main {
    start state Init {
        entry {
            var guard: machine;
            guard = new Guard();
            new Reader(guard);
            new Reader(guard);
            new Writer(guard);
        }
    }
}
