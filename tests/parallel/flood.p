// Producers send faster than one consumer takes: on several workers, too, few events may wait for
// it. Of two machines that flood each other, neither waits for ever.

event eMore: int;
event eItem;
event eBall: int;
event eOther: machine;
event eDone;

fun Each(): int {
    return 500000;
}

machine Main {
    var done: int;

    start state Init {
        entry {
            var consumer: machine;
            var i: int;
            consumer = new Consumer((boss = this, wanted = 8 * Each()));
            while (i < 8) {
                new Producer((sink = consumer, left = Each()));
                i = i + 1;
            }
        }
        on eDone do {
            var one, other: machine;
            done = done + 1;
            if (done == 1) {
                one = new Player(this);
                other = new Player(this);
                send one, eOther, other;
                send other, eOther, one;
            }
            if (done == 3) {
                print "all items were taken";
            }
        }
    }
}

machine Producer {
    var sink: machine;

    start state Produce {
        entry (job: (sink: machine, left: int)) {
            sink = job.sink;
            Some(job.left);
        }
        on eMore do (left: int) {
            Some(left);
        }
    }

    fun Some(left: int) {
        var i: int;
        while (i < 50 && left > 0) {
            send sink, eItem;
            left = left - 1;
            i = i + 1;
        }
        if (left > 0) {
            send this, eMore, left;
        }
    }
}

machine Consumer {
    var boss: machine;
    var wanted, seen: int;

    start state Consume {
        entry (job: (boss: machine, wanted: int)) {
            boss = job.boss;
            wanted = job.wanted;
        }
        on eItem do {
            var i: int;
            while (i < 10) {
                i = i + 1;
            }
            seen = seen + 1;
            if (seen == wanted) {
                send boss, eDone;
            }
        }
    }
}

// Sends 20,000 balls, each of which comes back five times.
machine Player {
    var boss, other: machine;
    var ended: int;

    start state Wait {
        entry (m: machine) {
            boss = m;
        }
        on eOther do (m: machine) {
            var i: int;
            other = m;
            while (i < 20000) {
                send other, eBall, 10;
                i = i + 1;
            }
            goto Play;
        }
        defer eBall;
    }

    state Play {
        on eBall do (left: int) {
            if (left > 0) {
                send other, eBall, left - 1;
                return;
            }
            ended = ended + 1;
            if (ended == 20000) {
                send boss, eDone;
            }
        }
    }
}
