// check
// verdict: verified
// A value on two replicas: written to both, then read from either one.

event eWrite: (from: machine, value: int);
event eRead: machine;
event eWritten;
event eValue: int;

machine Replica {
    var value: int;

    start state Serving {
        on eWrite do (w: (from: machine, value: int)) {
            value = w.value;
            send w.from, eWritten;
        }
        on eRead do (m: machine) { send m, eValue, value; }
    }
}

machine Client {
    var replicas: set[machine];

    start state Init {
        entry {
            replicas += (new Replica());
            replicas += (new Replica());
            new Reader(replicas);
            Write(1);
            assert Read(choose(replicas)) == 1;
            Write(2);
            assert Read(choose(replicas)) == 2;
        }
    }

    fun Write(n: int) {
        var r: machine;
        var written: int;
        foreach (r in replicas) { send r, eWrite, (from = this, value = n); }
        while (written < sizeof(replicas)) {
            receive { case eWritten: { written = written + 1; } }
        }
    }

    fun Read(r: machine): int {
        var result: int;
        send r, eRead, this;
        receive { case eValue: (n: int) { result = n; } }
        return result;
    }
}

machine Reader {
    start state Init {
        entry (replicas: set[machine]) {
            send choose(replicas), eRead, this;
        }
        on eValue do (n: int) { assert n in Allowed(); }
    }

    fun Allowed(): set[int] {
        var s: set[int];
        s += (0);
        s += (1);
        s += (2);
        return s;
    }
}

test tcRegister [main = Client]: { Client, Replica, Reader };
