// A primary stores a number at a backup and confirms it to its client, which then reads it from the
// backup. The backup lives in the client's process. When the primary crashes, each of its channels can lose
// its last events on its own: the confirmation may arrive while the update does not.

event ePut: (number: int, client: machine);
event eConfirmed;
event eUpdate: (number: int, client: machine, primary: machine);
event eUpdated: machine;
event eGet: machine;
event eGot: int;

// Answers when it has the number: the update is on its way, or so it seems.
machine Backup {
    var number: int;
    start state Empty {
        on eUpdate do (u: (number: int, client: machine, primary: machine)) {
            number = u.number;
            send u.primary, eUpdated, u.client;
            goto Full;
        }
        defer eGet;
    }
    state Full {
        on eGet do (client: machine) { send client, eGot, number; }
    }
}

// Confirms when the update is sent.
machine HastyPrimary {
    var backup: machine;
    start state Lead {
        entry (b: machine) { backup = b; }
        on ePut do (p: (number: int, client: machine)) {
            send backup, eUpdate, (number = p.number, client = p.client, primary = this);
            send p.client, eConfirmed;
        }
        ignore eUpdated;
    }
}

// Confirms when the backup has it.
machine SafePrimary {
    var backup: machine;
    start state Lead {
        entry (b: machine) { backup = b; }
        on ePut do (p: (number: int, client: machine)) {
            send backup, eUpdate, (number = p.number, client = p.client, primary = this);
        }
        on eUpdated do (client: machine) { send client, eConfirmed; }
    }
}

fun Read(backup: machine, client: machine) {
    send backup, eGet, client;
    receive {
        case eGot: (number: int) { assert number == 7; }
    }
}

machine HastyClient {
    var backup: machine;
    start state Ask {
        entry {
            backup = new Backup();
            send new HastyPrimary(backup), ePut, (number = 7, client = this);
        }
        on eConfirmed do { Read(backup, this); }
    }
}

machine SafeClient {
    var backup: machine;
    start state Ask {
        entry {
            backup = new Backup();
            send new SafePrimary(backup), ePut, (number = 7, client = this);
        }
        on eConfirmed do { Read(backup, this); }
    }
}

test tcHasty [main = HastyClient]: { HastyClient, HastyPrimary, Backup };
test tcSafe [main = SafeClient]: { SafeClient, SafePrimary, Backup };
