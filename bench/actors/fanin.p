// 64 producers, one consumer, ROUNDS events in all. A producer sends 64 at a time
// and then lets others have their turn.

event eMore: int;
event eItem;

fun Rounds(): int {
    return 2000000;
}

machine Main {
    start state Init {
        entry {
            var consumer: machine;
            var i: int;

            consumer = new Consumer(Rounds() / 64 * 64);
            while (i < 64) {
                new Producer(consumer, Rounds() / 64);
                i = i + 1;
            }
            raise halt;
        }
    }
}

machine Producer {
    var consumer: machine;

    start state Produce {
        entry (job: (machine, int)) {
            consumer = job.0;
            Some(job.1);
        }
        on eMore do (left: int) {
            Some(left);
        }
    }

    fun Some(left: int) {
        var i: int;
        while (i < 64 && left > 0) {
            send consumer, eItem;
            left = left - 1;
            i = i + 1;
        }
        if (left > 0) {
            send this, eMore, left;
        }
    }
}

machine Consumer {
    var wanted: int;
    var seen: int;

    start state Consume {
        entry (count: int) {
            wanted = count;
        }
        on eItem do {
            seen = seen + 1;
            if (seen == wanted) {
                goto Done;
            }
        }
    }

    state Done { }
}
