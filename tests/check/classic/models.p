// check
// verdict: verified
// A model stands in for a machine, and a pattern is made with one or the other.

event eRead: machine;
event eValue: (id: int, val: any);

model FakeDisk {
    start state Init {
        on eRead do {
            if ($) send payload, eValue, (val = 1, id = 7);
            else send payload, eValue, (id = 8, val = null);
        };
    }
}

machine RealDisk {
    start state Init { ignore eRead; }
}

machine Cache<Disk> {
    var disk: machine;
    var last: any;
    var client: machine;

    start state Init {
        entry {
            client = payload as machine;
            disk = new Disk() for RealDisk();
            send disk, eRead, this;
        }
        on eValue do {
            last = payload.val;
            send client, eValue, payload;
        };
    }
}

main machine Main {
    start state Init {
        entry {
            new Cache<FakeDisk>(this);
            new Cache<FakeDisk>(this);
        }
        on eValue do { assert payload.id == 7 || payload.val == null; };
    }
}
