#!/bin/sh
# tests/e2e/host.sh PLAIT: how `plait run` executes: what it runs, in which order,
# on how many workers, how it ends, and what it writes to a trace.
. "$(dirname "$0")/lib.sh"

# The trace is JSON, every line of it, and its steps count from 1.
is_trace()
{
    if python3 - "$1" <<'END'
import json, sys
lines = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8")]
assert lines[0]["plait-trace"] == 1
assert [line["step"] for line in lines[1:]] == list(range(1, len(lines)))
assert lines[-1]["what"] == "end"
created, taken, sent = set(), {}, {}
for line in lines[1:]:
    who = line.get("machine")
    if line["what"] == "create" and who:
        assert who not in created
        assert who.endswith("(%d)" % (len(created) + 1))
        created.add(who)
    elif who:
        assert who in created, line
    # A cause stands before its effect: nobody takes what was not sent.
    if line["what"] == "send":
        key = line["target"], line["event"]
        sent[key] = sent.get(key, 0) + 1
    if line["what"] in ("dequeue", "receive") and who and line["event"] != "null":
        key = who, line["event"]
        taken[key] = taken.get(key, 0) + 1
        assert taken[key] <= sent.get(key, 0), line
END
    then passes; else fails "$1 is no sound trace"; fi
}

same()
{
    if cmp -s "$1" "$2"; then passes; else fails "$1 and $2 differ"; fi
}

# --- what is run

cat > several.p <<'EOF2'
event eGo;
machine One { start state S { entry { print "one"; } } }
machine Two { start state S { entry { print "two"; } } }
test tcOne [main = One]: { One };
test tcTwo [main = Two]: { Two };
EOF2
run 10 run several.p
exits 3
says 'say with --test what to run'
says tcOne
says tcTwo
prints_nothing
run 10 run -t tcTwo several.p
exits 0
prints_exactly two
run 10 run -t tcThree several.p
exits 3
says 'there is no test or implementation tcThree'
echo 'implementation Real [main = One]: { One };' >> several.p
run 10 run several.p
exits 0
prints_exactly one

echo 'event e;' > nothing.p
run 10 run nothing.p
exits 3
says 'nothing to run'

# --- the command line

for wrong in '--workers 0' '--workers x' '--workers 100000' '--seed -1' '--seed 1x' '--time 0' \
    '--time soon' '--decisions often' '--max-steps 0' '--loop-limit 0'; do
    # shellcheck disable=SC2086
    run 10 run $wrong several.p
    exits 3
    says "${wrong%% *}"
    prints_nothing
done
run 10 run --trace no/such/folder several.p
exits 3
says 'cannot write no/such/folder'

echo 'machine Main { start state S { entry { x = 1; } } }' > wrong.p
run 10 run wrong.p
exits 2

# --- order and seeds

cat > order.p <<'EOF2'
event eTurn: int;
machine Main {
    start state S {
        entry {
            var i: int;
            while (i < 5) {
                new Player(i);
                i = i + 1;
            }
        }
    }
}
machine Player {
    var name: int;
    var left: int;
    start state S {
        entry (n: int) { name = n; left = 3; send this, eTurn, choose(100); }
        on eTurn do (n: int) {
            print format("{0} {1} {2}", name, n, $);
            left = left - 1;
            if (left > 0) { send this, eTurn, choose(100); }
        }
    }
}
EOF2
run 10 run --workers 1 --seed 5 --trace first order.p
exits 0
cp out first.out
is_trace first
run 10 run --workers 1 --seed 5 --trace again order.p
same first again
same first.out out
run 10 run --workers 1 --seed 6 order.p
if cmp -s out first.out; then fails 'two seeds, one outcome'; else passes; fi

# What a machine chooses does not depend on who runs beside it.
run 10 run --workers 3 --seed 5 order.p
exits 0
sort out > sorted
sort first.out > first.sorted
same sorted first.sorted

run 10 run --workers 1 --decisions default order.p
exits 0
if grep -qv '^[0-4] 0 false$' out; then fails 'some choice was no default'; else passes; fi
says_not seed

# --- traces

run 10 run --workers 1 --decisions default --trace - -q order.p
exits 0
says_nothing
cp out whole
is_trace whole
prints '"what":"print"'
run 60 run --native --workers 1 --decisions default --trace native -q order.p
exits 0
same native whole
for workers in 2 4; do
    run 10 run --workers $workers --trace several order.p
    exits 0
    is_trace several
done

# --- how it ends

cat > ends.p <<'EOF2'
event eTick;

machine Main {
    start state S {
        entry { send this, eTick; }
        on eTick do { send this, eTick; }
    }
}
EOF2
cat > long.p <<'EOF2'
machine Main {
    start state S {
        entry {
            var i: int;
            while (i < 1000) { i = i + 1; }
            print "counted";
        }
    }
}
EOF2
run 10 run --loop-limit 2000 long.p
exits 0
prints 'counted'
run 10 run --loop-limit 500 long.p
exits 1
says 'infinite-loop'
run 10 run --max-steps 1000 --workers 1 ends.p
exits 0
says 'stopped after as many events as were allowed: 1 machine, 1001 events'
run 10 run --time 0.2 ends.p
exits 0
says 'the time is over'
for workers in 1 2; do
    for signal in INT TERM; do
        run_until cut $signal "$plait" run --workers $workers --trace cut ends.p
        exits 0
        says 'stopped by a signal'
        is_trace cut
    done
done

# A handler that does not end is left, after a while.
echo 'fun Sleep(); machine Main { start state S { entry { Sleep(); } } }' > endless.p
cat > sleep.c <<'EOF2'
#include <plait/foreign.h>
#include <unistd.h>
bool P_FUN_Sleep(PForeignCall *call) { (void)call; for (;;) sleep(60); }
EOF2
run 30 run --time 2 endless.p sleep.c
exits 0
says 'the time is over, in the middle of a handler of Main(1)'

cat > bugs.p <<'EOF2'
event eGo: int;
event eWait;
machine Main { start state S { entry { new Quick(); new Slow(); } } }
machine Quick {
    start state Working {
        entry { send this, eGo, 3; }
        on eGo do (n: int) {
            assert n != 3, format("three, in {0}", this);
        }
    }
}
machine Slow { start state S { on eWait do { } } }
EOF2
for workers in 1 2; do
    run 10 run --workers $workers --trace bug bugs.p
    exits 1
    says 'bug: assertion: three, in Quick(2)'
    says 'machine Quick(2), state Working, event eGo'
    says 'at bugs.p:8:13'
    is_trace bug
    if grep -q '"what":"error".*"kind":"assertion"' bug; then passes; else fails 'no error in it'; fi
done
run 10 run -q --no-warn all --workers 1 bugs.p
if [ "$(wc -l < err)" = 3 ]; then passes; else fails 'not only the bug'; fi

cat > stuck.p <<'EOF2'
event eNever;
machine Main {
    start state S {
        entry {
            new Other();
            receive { case eNever: { } }
        }
    }
}
machine Other { start state S { on eNever do { } } }
EOF2
run 10 run --workers 1 --no-warn all stuck.p
exits 1
says 'bug: deadlock: Main(1) waits in a receive, and nothing else can happen'

cat > assume.p <<'EOF2'
machine Main { start state S { entry { print "before"; assume 1 > 2; print "after"; } } }
EOF2
run 10 run --workers 1 assume.p
exits 0
prints_exactly before
says 'an assumption does not hold'
says 'assume.p:1'

# --- many senders, one receiver, several workers: nothing is lost, order is kept

cat > fanin.p <<'EOF2'
event eItem: (from: int, n: int, text: string);
machine Main {
    var last: map[int, int];
    var seen: int;
    start state S {
        entry {
            var i: int;
            while (i < 8) {
                last[i] = 0;
                new Sender((who = i, sink = this));
                i = i + 1;
            }
        }
        on eItem do (item: (from: int, n: int, text: string)) {
            assert item.n == last[item.from] + 1, "out of order";
            assert item.text == format("{0}/{1}", item.from, item.n);
            last[item.from] = item.n;
            seen = seen + 1;
            if (seen == 4000) { print "all"; }
        }
    }
}
machine Sender {
    start state S {
        entry (order: (who: int, sink: machine)) {
            var n: int;
            while (n < 500) {
                n = n + 1;
                send order.sink, eItem, (from = order.who, n = n, text = format("{0}/{1}", order.who, n));
            }
            raise halt;
        }
    }
}
EOF2
for workers in 1 2 4; do
    run 20 run --workers $workers fanin.p
    exits 0
    prints_exactly all
    says '9 machines, 4000 events'
done

# --- monitors, with several workers

cat > watched.p <<'EOF2'
event eBegin: int;
event eEnd: int;
machine Main { start state S { entry { var i: int; while (i < 6) { new Worker(i); i = i + 1; } } } }
machine Worker {
    start state S {
        entry (n: int) {
            var i: int;
            while (i < 100) {
                announce eBegin, n;
                announce eEnd, n;
                i = i + 1;
            }
        }
    }
}
spec Balanced observes eBegin, eEnd {
    var running: set[int];
    var total: int;
    start cold state Calm {
        on eBegin do (n: int) { Begin(n); goto Busy; }
    }
    hot state Busy {
        on eBegin do (n: int) { Begin(n); }
        on eEnd do (n: int) {
            assert n in running;
            running -= (n);
            if (sizeof(running) == 0) {
                if (total == 600) { print "balanced"; }
                goto Calm;
            }
        }
    }
    fun Begin(n: int) {
        assert !(n in running);
        running += (n);
        total = total + 1;
    }
}
EOF2
for workers in 1 2 4; do
    run 20 run --specs --workers $workers --trace watched watched.p
    exits 0
    prints_exactly balanced
    is_trace watched
    run 20 run --workers $workers watched.p
    exits 0
    prints_nothing
done

# --- the result as JSON

# object PYTHON...: the object on standard output is as the expressions say.
object()
{
    for expression in "$@"; do
        ok "the object has $expression" "$expression" <<'EOF2'
import json, sys
o = json.load(open("out"))
assert eval(sys.argv[1]), o
EOF2
    done
}

run 10 run -t tcTwo --json - --seed 5 several.p
exits 0
says 'two'
object 'o["schema"] == 1' 'o["outcome"] == "finished" and o["exit"] == 0' 'o["test"] == "tcTwo" and o["seed"] == 5' \
    'o["machines"] == 1 and o["bug"] is None'
printf 'machine Main { start state S { entry { assert 1 > 2, "no"; } } }\n' > wrong.p
run 10 run -q --json - wrong.p
exits 1
object 'o["outcome"] == "bug" and o["exit"] == 1' 'o["bug"]["kind"] == "assertion" and "no" in o["bug"]["message"]' \
    'o["bug"]["machine"] == "Main(1)" and o["bug"]["line"] == 1'
printf 'event e; machine Main { start state S { entry { send this, e; } on e do { send this, e; } } }\n' > endless.p
run 10 run -q --max-steps 10 --json - endless.p
exits 0
object 'o["outcome"] == "out-of-steps"'
run 10 run -q --time 0.1 --json - endless.p
exits 0
object 'o["outcome"] == "out-of-time"'
# A handler that does not end is left behind; the object is there.
printf 'machine Main { start state S { entry { while (true) { } } } }\n' > busy.p
run 10 run -q --time 0.1 --json object.json busy.p
exits 0
cp object.json out
object 'o["outcome"] == "out-of-time" and o["machines"] == 1'
run 10 run -t tcThree --json - several.p
exits 3
object 'o["outcome"] is None and o["exit"] == 3 and o["test"] == "tcThree"'
run 10 run --json - --trace - several.p
exits 3
says '--json - and --trace - both want standard output'
run 10 run --json - --deploy d.json several.p
exits 3
says '--json does not work with --deploy'

finish
