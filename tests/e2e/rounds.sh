#!/bin/sh
# Several tests share the time, as with `plait check` without options.
. "$(dirname "$0")/lib.sh"

# Eight tests. The first has no end, the last has a bug that shows after a few states.
cat > eight.p <<'P'
event eTick;
event eHit: int;

machine Counter {
    var n: int;
    start state Init {
        entry { send this, eTick; }
        on eTick do { n = n + 1; send this, eTick; }
    }
}

machine Endless {
    start state Init {
        entry { new Counter(); new Counter(); new Counter(); }
    }
}

machine Calm {
    start state Init { }
}

machine Target {
    var seen: int;
    start state Init {
        on eHit do (n: int) {
            assert n > seen, "out of order";
            seen = n;
        }
    }
}

machine Sender {
    start state Init {
        entry (p: (target: machine, n: int)) { send p.target, eHit, p.n; }
    }
}

machine Racy {
    start state Init {
        entry {
            var target: machine;
            target = new Target();
            new Sender((target = target, n = 1));
            new Sender((target = target, n = 2));
        }
    }
}

test tcEndless1 [main = Endless]: { Endless, Counter };
test tcEndless2 [main = Endless]: { Endless, Counter };
test tcEndless3 [main = Endless]: { Endless, Counter };
test tcCalm1 [main = Calm]: { Calm };
test tcEndless4 [main = Endless]: { Endless, Counter };
test tcEndless5 [main = Endless]: { Endless, Counter };
test tcCalm2 [main = Calm]: { Calm };
test tcLast [main = Racy]: { Racy, Sender, Target };
P
sed '/tcLast/d' eight.p > seven.p

# json EXPRESSION: with `tests`, those of answer.json by their names.
json()
{
    python3 -c "
import json
tests = {t['test']: t for t in json.load(open('answer.json'))['tests']}
print($1)" 2>&1
}

is()
{
    got=$(json "$1")
    if [ "$got" = "$2" ]; then passes; else fails "$1 is $got, not $2"; fi
}

# start ARGUMENT...: in the background; a shell starts that deaf to SIGINT, which is undone.
start()
{
    command_line="plait $*"
    rm -rf plait-out answer.json
    empty out err
    env --default-signal=INT "$plait" "$@" > out 2> err < /dev/null &
    process=$!
}

# wait_for TEXT SECONDS: until standard output has it.
wait_for()
{
    tenths=0
    while ! grep -q "$1" out && [ $tenths -lt $(($2 * 10 * factor)) ]; do
        sleep 0.1
        tenths=$((tenths + 1))
    done
    if grep -q "$1" out; then passes; else fails "no $1 within $2 seconds"; fi
}

interrupt()
{
    kill -s "$1" $process
    wait $process
    code=$?
}

# --- the bug of the last test shows in the first round; Ctrl-C then ends the rest

start check --memory 1G --json answer.json eight.p
wait_for '^tcLast: ' 15
interrupt INT
exits 1
is "tests['tcLast']['verdict']" bug
is "tests['tcLast']['rounds']" 1
is "tests['tcEndless1']['rounds'] <= 2" True
is "tests['tcEndless1']['limits_hit'][-1]" interrupted
is "'time' in tests['tcEndless1']['limits_hit']" False
is "tests['tcCalm2']['verdict']" verified
is "list(tests)" "['tcEndless1', 'tcEndless2', 'tcEndless3', 'tcCalm1', 'tcEndless4', 'tcEndless5', 'tcCalm2', 'tcLast']"
prints '8 tests: 1 with a bug, 2 verified, 5 without a bug found (interrupted)'

# Bugs and proofs are told at once, the rest at the end.
if [ "$(grep -n '^tcLast' out | cut -d: -f1)" -lt "$(grep -n '^tcEndless1' out | cut -d: -f1)" ]; then
    passes
else
    fails 'the bug does not come first'
fi

# --- no bug: what was left undone decides the exit code

start check --memory 1G --json answer.json seven.p
wait_for '^tcCalm2: ' 15
interrupt INT
exits 130
start check --memory 1G --json answer.json seven.p
wait_for '^tcCalm1: ' 15
interrupt TERM
exits 143
prints 'not run: the check was interrupted'
is "tests['tcEndless5']['verdict']" not-run
is "tests['tcEndless5']['rounds']" 0

# --- limits: each test, all tests

run 30 check --time 1 --memory 1G --json answer.json eight.p
exits 1
is "tests['tcEndless1']['rounds']" 2
is "'time' in tests['tcEndless3']['limits_hit']" True
is "0.5 < tests['tcEndless2']['seconds'] and tests['tcEndless2']['total_seconds'] < 3 * $factor" True

run 30 check --total-time 4s --memory 1G --json answer.json eight.p
exits 1
is "sum(t['total_seconds'] for t in tests.values()) < 8 * $factor" True
is "all(t['verdict'] != 'not-run' for t in tests.values())" True

# One test that is asked for has all the time at once.
run 30 check --time 1 --memory 1G -t tcEndless1 --json answer.json eight.p
exits 0
is "tests['tcEndless1']['rounds']" 1
is "tests['tcEndless1']['seconds'] > 0.8" True
run 30 check --total-time 500ms --memory 1G -t tcEndless1 --json answer.json eight.p
exits 0
is "tests['tcEndless1']['limits_hit'][0]" time

# What ends by another limit ends as if it were alone: the same counts every time.
run 60 check --states 1000 --json answer.json seven.p
exits 0
counts=$(json "(tests['tcEndless1']['states'], tests['tcEndless1']['schedules'])")
run 60 check --states 1000 --json answer.json -t tcEndless1 seven.p
is "(tests['tcEndless1']['states'], tests['tcEndless1']['schedules'])" "$counts"

# --- times and sizes as people type them

for options in '--time 1m' '--time 1m30s' '--time 2h' '--memory 1G' '--memory 512M' '--memory 512' \
    '--shrink-time 5s' '--total-time 90s'; do
    # shellcheck disable=SC2086
    run 10 check $options -t tcCalm1 eight.p
    exits 0
done
for options in '--time 1y' '--time m' '--time 1m1m' '--memory 4X' '--memory 1M' '--total-time 0' \
    '--shrink-time soon'; do
    # shellcheck disable=SC2086
    run 10 check $options -t tcCalm1 eight.p
    exits 3
    says 'such as'
done

finish
