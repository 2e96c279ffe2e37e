// A sender sends many events to one machine, one after the other, and then tells it by another
// machine how many they were. On whatever workers the three are, all events come before that, in
// order. Some of the machines halt in the middle of what is sent to them.

type tItem = (from: machine, round: int, number: int, text: string);
type tCount = (from: machine, round: int, count: int);

event eItem: tItem;
event ePass: (last: machine, count: tCount);
event eCount: tCount;
event eNext;
event eEnd;

fun Rounds(): int { return 300; }

machine Main {
    var left: int;
    var lasts: seq[machine];
    var couriers: seq[machine];

    start state Init {
        entry {
            var i: int;
            while (i < 4) {
                lasts += (i, new Last());
                couriers += (i, new Courier());
                i = i + 1;
            }
            left = 20;
            i = 0;
            while (i < left) {
                new Sender((boss = this, lasts = lasts, couriers = couriers));
                i = i + 1;
            }
        }
        on eEnd do {
            var m: machine;
            left = left - 1;
            if (left == 0) {
                foreach (m in lasts) { send m, halt; }
                foreach (m in couriers) { send m, halt; }
                print "all bursts were counted";
                raise halt;
            }
        }
    }
}

machine Sender {
    var owner: machine;
    var lasts: seq[machine];
    var couriers: seq[machine];
    var round: int;

    start state Play {
        entry (job: (boss: machine, lasts: seq[machine], couriers: seq[machine])) {
            owner = job.boss;
            lasts = job.lasts;
            couriers = job.couriers;
            Round();
        }
        on eNext do {
            if (round < Rounds()) {
                Round();
            } else {
                send owner, eEnd;
                raise halt;
            }
        }
    }

    fun Round() {
        var last: machine;
        var gone: machine;
        var count: int;
        var i: int;
        round = round + 1;
        last = choose(lasts);
        gone = new Brief();
        count = choose(40) + 1;
        while (i < count) {
            i = i + 1;
            send last, eItem, (from = this, round = round, number = i, text = format("{0}", i));
        }
        i = 0;
        while (i < 30) {  // it halts after the second
            i = i + 1;
            send gone, eItem, (from = this, round = round, number = i, text = format("{0}", i));
        }
        if ($) {
            send choose(couriers), ePass,
                (last = last, count = (from = this, round = round, count = count));
        } else {
            new Carrier((last = last, count = (from = this, round = round, count = count)));
        }
    }
}

machine Brief {
    start state Once {
        on eItem do (item: tItem) {
            assert item.text == format("{0}", item.number);
            if (item.number == 2) {
                raise halt;
            }
        }
    }
}

machine Courier {
    start state Pass {
        on ePass do (pass: (last: machine, count: tCount)) {
            send pass.last, eCount, pass.count;
        }
    }
}

machine Carrier {
    start state Pass {
        entry (pass: (last: machine, count: tCount)) {
            send pass.last, eCount, pass.count;
            raise halt;
        }
    }
}

machine Last {
    var seen: map[machine, (int, int)];

    start state Look {
        on eItem do (item: tItem) {
            assert item.number == 1 || seen[item.from] == (item.round, item.number - 1),
                "an item was passed by another one, or lost";
            assert item.text == format("{0}", item.number);
            seen[item.from] = (item.round, item.number);
        }
        on eCount do (count: tCount) {
            assert count.from in seen && seen[count.from] == (count.round, count.count),
                "the count came before the items";
            send count.from, eNext;
        }
    }
}
