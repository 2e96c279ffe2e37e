// Machines that halt while others still send to them, and new machines in their memory. A new
// machine must never get an event that was sent to an old one.

event eItem: (owner: int, text: string);
event eWork: (machine, int);
event eEnd: int;

fun Helpers(): int { return 500; }

machine Main {
    var left: int;

    start state Init {
        entry {
            var i: int;
            left = 16;
            while (i < left) {
                new Boss((this, i));
                i = i + 1;
            }
        }
        on eEnd do (boss: int) {
            left = left - 1;
            if (left == 0) {
                print "all bosses have ended";
                raise halt;
            }
        }
    }
}

// Creates helpers one after the other, and two senders for each.
machine Boss {
    var owner: machine;
    var number: int;
    var senders: seq[machine];
    var made: int;

    start state Play {
        entry (job: (machine, int)) {
            owner = job.0;
            number = job.1;
            senders += (0, new Sender());
            senders += (1, new Sender());
            Make();
        }
        on eEnd do (helper: int) {
            var m: machine;
            assert helper == made;
            if (made < Helpers()) {
                Make();
            } else {
                foreach (m in senders) { send m, halt; }
                send owner, eEnd, number;
                raise halt;
            }
        }
    }

    fun Make() {
        var helper: machine;
        made = made + 1;
        helper = new Helper((this, made));
        send senders[0], eWork, (helper, made);
        send senders[1], eWork, (helper, made);
    }
}

machine Sender {
    start state Send {
        on eWork do (work: (machine, int)) {
            var i: int;
            while (i < 5) {
                send work.0, eItem, (owner = work.1, text = format("item {0} of {1}", i, work.1));
                i = i + 1;
            }
        }
    }
}

// Halts after three items; up to seven more come too late.
machine Helper {
    var boss: machine;
    var number: int;
    var seen: int;

    start state Take {
        entry (job: (machine, int)) {
            boss = job.0;
            number = job.1;
        }
        on eItem do (item: (owner: int, text: string)) {
            assert item.owner == number, format("{0} got {1}", number, item.text);
            seen = seen + 1;
            if (seen == 3) {
                send boss, eEnd, number;
                raise halt;
            }
        }
    }
}
