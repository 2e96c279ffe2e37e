// First sends to Last, then to Middle, which sends to the same Last. So Last must get the event of
// First before that of Middle, on whatever workers the three are. Each round has other partners,
// and all of them hold and change values that they got from each other.

type tData = map[int, seq[string]];

event eFirst: (from: machine, round: int, content: tData);
event eNext: (from: machine, round: int, last: machine, content: tData);
event eSecond: (from: machine, round: int, content: tData);
event eAgain: (round: int, content: tData);
event eEnd;

fun Rounds(): int { return 300; }

machine Main {
    var left: int;
    var lasts: seq[machine];
    var middles: seq[machine];

    start state Init {
        entry {
            var i: int;
            while (i < 6) {
                lasts += (i, new Last());
                middles += (i, new Middle());
                i = i + 1;
            }
            left = 40;
            i = 0;
            while (i < left) {
                new First((boss = this, lasts = lasts, middles = middles));
                i = i + 1;
            }
        }
        on eEnd do {
            var m: machine;
            left = left - 1;
            if (left == 0) {
                foreach (m in lasts) { send m, halt; }
                foreach (m in middles) { send m, halt; }
                print "all rounds are over";
                raise halt;
            }
        }
    }
}

machine First {
    var owner: machine;
    var lasts: seq[machine];
    var middles: seq[machine];
    var content: tData;
    var round: int;

    start state Play {
        entry (job: (boss: machine, lasts: seq[machine], middles: seq[machine])) {
            owner = job.boss;
            lasts = job.lasts;
            middles = job.middles;
            Round();
        }
        on eAgain do (reply: (round: int, content: tData)) {
            assert reply.round == round;
            assert sizeof(reply.content[round % 5]) == sizeof(content[round % 5]) + 1;
            assert reply.content[round % 5][0] == format("{0} of {1}", round, this);
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
        var middle: machine;
        round = round + 1;
        if (!(round % 5 in content) || sizeof(content[round % 5]) > 3) {
            content[round % 5] = default(seq[string]);
        }
        content[round % 5] += (0, format("{0} of {1}", round, this));
        last = choose(lasts);
        middle = choose(middles);
        send last, eFirst, (from = this, round = round, content = content);
        send middle, eNext, (from = this, round = round, last = last, content = content);
    }
}

machine Middle {
    var kept: tData;

    start state Pass {
        on eNext do (next: (from: machine, round: int, last: machine, content: tData)) {
            kept = next.content;
            kept[7] = default(seq[string]);
            send next.last, eSecond, (from = next.from, round = next.round, content = next.content);
        }
    }
}

machine Last {
    var seen: map[machine, (int, tData)];

    start state Look {
        on eFirst do (first: (from: machine, round: int, content: tData)) {
            seen[first.from] = (first.round, first.content);
        }
        on eSecond do (second: (from: machine, round: int, content: tData)) {
            var content: tData;
            assert second.from in seen && seen[second.from].0 == second.round,
                "the event of the middle machine came first";
            assert seen[second.from].1 == second.content;
            content = second.content;
            content[second.round % 5] += (sizeof(content[second.round % 5]), "seen");
            send second.from, eAgain, (round = second.round, content = content);
            seen[second.from] = (second.round, content);
        }
    }
}
