// check
// verdict: bug
// delays: 1
// depth: 2
// Two producers look for room before either of them puts something in.

event eHasRoom: machine;
event eRoom: bool;
event ePut;

machine Buffer {
    var used: int;

    start state Init {
        on eHasRoom do (m: machine) { send m, eRoom, used < 2; }
        on ePut do {
            used = used + 1;
            assert used <= 2, "overflow";  // bug: assertion overflow
        }
    }
}

machine Producer {
    start state Init {
        entry (buffer: machine) {
            var i: int;
            while (i < 2) {
                send buffer, eHasRoom, this;
                receive {
                    case eRoom: (has: bool) { if (has) { send buffer, ePut; } }
                }
                i = i + 1;
            }
        }
    }
}

machine Main {
    start state Init {
        entry {
            var buffer: machine;
            buffer = new Buffer();
            new Producer(buffer);
            new Producer(buffer);
        }
    }
}
