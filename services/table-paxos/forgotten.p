// A replica that keeps little of its log is asked for a promise by one that has executed less. A promise counts as: you have got all
// that I know to be chosen. So there must be none if items that the other one lacks are not kept any more.

machine SlowLeader {
    var replica: machine;
    var executed: int;

    start state Init {
        entry {
            var members: tMembers;

            replica = new Replica((registry = this, place = 2));
            members[1] = (replica = this, place = 1, life = 1);
            members[2] = (replica = replica, place = 2, life = 1);
            send replica, eBegin, members;
            Prepare(1);
        }
        on ePromise do (p: tPromise) {
            var slot: int;

            while (slot < 3) {
                slot = slot + 1;
                send replica, eAccept, (ballot = p.ballot, leader = this, slot = slot, item = default(tItem), commit = slot, stable = 0);
            }
            executed = choose(4);
            Prepare(2);
            goto Asking;
        }
        ignore eJoin;
    }

    state Asking {
        on eChosen do (c: tChosen) {
            if (c.slot == executed + 1) { executed = c.slot; }
        }
        on ePromise do (p: tPromise) {
            assert p.executed <= executed, format("a promise of slot {0} to one that has {1}", p.executed, executed);
        }
        ignore eAccepted, eForgotten, eJoin;
    }

    fun Prepare(round: int) {
        send replica, ePrepare, (ballot = BallotOf(1, round, 1), replica = this, executed = executed);
    }
}

test param (replicas in [2], part in [1], window in [2], merged in [1], kept in [1], patience in [2])
    tcForgotten [main = SlowLeader]: assert OneLog in { SlowLeader, Replica, Ticker };
