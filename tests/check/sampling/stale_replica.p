// check
// verdict: bug
// delays: 1
// depth: 1
// A replica is asked before what was written has come to it.

event ePut: int;
event eCopy: int;
event eStored;
event eGet: machine;
event eGot: int;

machine Replica {
    var value: int;

    start state Init {
        on eCopy do (n: int) { value = n; }
        on eGet do (m: machine) { send m, eGot, value; }
    }
}

machine Primary {
    var replica, client: machine;

    start state Init {
        entry (p: (replica: machine, client: machine)) {
            replica = p.replica;
            client = p.client;
        }
        on ePut do (n: int) {
            new Courier((replica = replica, value = n));
            send client, eStored;
        }
    }
}

machine Courier {
    start state Init {
        entry (p: (replica: machine, value: int)) { send p.replica, eCopy, p.value; }
    }
}

machine Main {
    start state Init {
        entry {
            var primary, replica: machine;
            replica = new Replica();
            primary = new Primary((replica = replica, client = this));
            send primary, ePut, 5;
            receive { case eStored: { } }
            send replica, eGet, this;
            receive {
                case eGot: (n: int) { assert n == 5, "stale"; }  // bug: assertion stale
            }
        }
    }
}
