// check
// verdict: bug
// delays: 1
// depth: 2
// The value is the old one again, but in between it was another.

event eGet: machine;
event eIs: int;
event eSwap: (old: int, new_value: int);

machine Register {
    var value, changes: int;

    start state Init {
        on eGet do (m: machine) { send m, eIs, value; }
        on eSwap do (p: (old: int, new_value: int)) {
            if (p.old != value) {
                return;
            }
            assert p.new_value != 9 || changes == 0, "it had changed";  // bug: assertion it had changed
            value = p.new_value;
            changes = changes + 1;
        }
    }
}

machine Careful {
    start state Init {
        entry (register: machine) {
            send register, eGet, this;
            receive { case eIs: (n: int) { send register, eSwap, (old = n, new_value = 9); } }
        }
    }
}

machine Restless {
    start state Init {
        entry (register: machine) {
            send register, eSwap, (old = 0, new_value = 1);
            send register, eSwap, (old = 1, new_value = 0);
        }
    }
}

machine Main {
    start state Init {
        entry {
            var register: machine;
            register = new Register();
            new Careful(register);
            new Restless(register);
        }
    }
}
