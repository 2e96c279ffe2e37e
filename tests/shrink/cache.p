// A directory keeps track of who has a copy of a line, shared or alone. Who has it alone says
// that it has given it up before it writes the line back.
// bug: assertion two own

event eGetShared: machine;
event eGetOwned: machine;
event eGrantShared;
event eGrantOwned;
event eInvalidate: machine;
event eInvalidated: machine;
event eNext;
event eOwns: machine;
event eDrops: machine;
event eWriteBack: machine;

machine Directory {
    var sharers: set[machine];
    var owner, asking: machine;
    var wanted: int;
    start state Idle {
        on eGetShared do (who: machine) {
            if (owner != null && owner != who) {
                asking = who;
                wanted = 1;
                send owner, eInvalidate, this;
                owner = default(machine);
                goto SharedBusy;
            }
            sharers += (who);
            send who, eGrantShared;
        }
        on eGetOwned do (who: machine) {
            var m: machine;
            asking = who;
            wanted = 0;
            foreach (m in sharers) {
                if (m != who) {
                    send m, eInvalidate, this;
                    wanted = wanted + 1;
                }
            }
            if (owner != null && owner != who) {
                send owner, eInvalidate, this;
                wanted = wanted + 1;
            }
            sharers = default(set[machine]);
            if (wanted == 0) { Own(); } else { goto OwnedBusy; }
        }
        ignore eWriteBack;
    }
    state SharedBusy {
        defer eGetShared, eGetOwned;
        ignore eWriteBack;
        on eInvalidated do (who: machine) {
            sharers += (asking);
            send asking, eGrantShared;
            goto Idle;
        }
    }
    state OwnedBusy {
        defer eGetShared, eGetOwned;
        ignore eWriteBack;
        on eInvalidated do (who: machine) {
            wanted = wanted - 1;
            if (wanted == 0) { Own(); }
        }
    }
    fun Own() {
        owner = asking;
        send owner, eGrantOwned;
        goto Idle;
    }
}

machine Cache {
    var directory: machine;
    start state Init {
        entry (d: machine) {
            directory = d;
            goto Invalid;
        }
    }
    state Invalid {
        entry { send this, eNext; }
        on eNext do {
            if (choose(8) > 0) {
                send directory, eGetShared, this;
                goto Pending;
            }
            send directory, eGetOwned, this;
            goto Pending;
        }
        on eInvalidate do (d: machine) { send d, eInvalidated, this; }
    }
    state Pending {
        on eGrantShared goto Shared;
        on eGrantOwned goto Owned;
        // It may be about a grant that is still on its way.
        on eInvalidate do (d: machine) { send d, eInvalidated, this; }
    }
    state Shared {
        entry { send this, eNext; }
        on eNext do {
            if (choose(8) > 0) {
                send this, eNext;
            } else {
                send directory, eGetOwned, this;
                goto Pending;
            }
        }
        on eInvalidate do (d: machine) {
            send d, eInvalidated, this;
            goto Stale;
        }
    }
    state Owned {
        entry {
            announce eOwns, this;
            send this, eNext;
        }
        on eNext do { send this, eNext; }
        on eInvalidate do (d: machine) {
            send d, eInvalidated, this;
            send d, eWriteBack, this;
            announce eDrops, this;
            goto Stale;
        }
    }
    state Stale {
        on eNext goto Invalid;
        on eInvalidate do (d: machine) { send d, eInvalidated, this; }
    }
}

spec OneOwner observes eOwns, eDrops {
    var owner: machine;
    start state Watching {
        on eOwns do (who: machine) {
            assert owner == null || owner == who, "two own the line";
            owner = who;
        }
        on eDrops do (who: machine) {
            if (owner == who) { owner = default(machine); }
        }
    }
}

machine Main {
    start state Init {
        entry {
            var d: machine;
            d = new Directory();
            new Cache(d);
            new Cache(d);
            new Cache(d);
        }
    }
}

test tcCache [main = Main]: assert OneOwner in { Main, Directory, Cache };
