#!/bin/sh
# Exploring: options, verdicts, limits, traces, interruptions, full disks.
. "$(dirname "$0")/lib.sh"

# Three counters that count to four, each for itself: 5^3 states once they are there.
cat > counters.p <<'P'
event eTick;

machine Main {
    start state Init {
        entry {
            new Counter();
            new Counter();
            new Counter();
            raise halt;
        }
    }
}

machine Counter {
    var n: int;
    start state Init {
        entry {
            send this, eTick;
        }
        on eTick do {
            n = n + 1;
            if (n < 4)
                send this, eTick;
        }
    }
}
P

# It takes one delay to see the second request before the first.
cat > race.p <<'P'
event eAsk: int;

machine Main {
    start state Init {
        entry {
            var judge: machine;
            judge = new Judge();
            new Client((judge = judge, number = 1));
            new Client((judge = judge, number = 2));
        }
    }
}

machine Client {
    start state Init {
        entry (p: (judge: machine, number: int)) {
            send p.judge, eAsk, p.number;
        }
    }
}

machine Judge {
    var last: int;
    start state Init {
        on eAsk do (number: int) {
            assert number > last, "out of order";
            last = number;
        }
    }
}

machine Idle {
    start state Init { }
}

test tcRace [main=Main]: { Main, Client, Judge };
test tcIdle [main=Idle]: { Idle };
test tcIdleToo [main=Idle]: { Idle };
P

# Without end, and with more and more states; several machines, so that there is work.
cat > endless.p <<'P'
event eTick;

machine Main {
    start state Init {
        entry {
            new Counter();
            new Counter();
            new Counter();
        }
    }
}

machine Counter {
    var n: int;
    start state Init {
        entry {
            send this, eTick;
        }
        on eTick do {
            n = n + 1;
            send this, eTick;
        }
    }
}
P

# json MEMBER-EXPRESSION: a value of the first test in answer.json, in Python's eyes.
json()
{
    python3 -c "
import json, sys
answer = json.load(open('answer.json'))
test = answer['tests'][0]
print($1)" 2>&1
}

# is EXPRESSION VALUE
is()
{
    got=$(json "$1")
    if [ "$got" = "$2" ]; then passes; else fails "$1 is $got, not $2"; fi
}

# --- verdicts

run 10 check counters.p
exits 0
prints 'DefaultImpl: verified: '
prints 'all schedules covered by '
says_nothing

run 10 check --reduce none counters.p
prints 'reachable states explored, nothing wrong'

run 10 check race.p
exits 1
prints 'tcRace: BUG: assertion failed: out of order'
prints 'machine Judge, state Init'
prints 'race.p:26:'
prints '8 steps'
prints 'tcIdle: verified'
prints 'tcIdleToo: verified'
prints '3 tests: 1 with a bug, 2 verified'
prints 'plait replay plait-out/tcRace-assertion.trace.jsonl'

run 10 replay plait-out/tcRace-assertion.trace.jsonl
exits 1
prints 'out of order'

run 10 check -r plait-out/tcRace-assertion.trace.jsonl
exits 1
prints 'out of order'

# Every search finds it, and comes to the same number of states elsewhere.
for search in ses dfs bfs depth pb random; do
    run 10 check --search $search --out traces -t tcRace race.p
    exits 1
    run 10 replay traces/tcRace-assertion.trace.jsonl
    exits 1
done
for options in '--search ses' '--search dfs' '--search bfs' '--search depth' \
    '--explorer rr' '--explorer prr --seed 3' '--explorer random' '--explorer rtc-raise' \
    '--workers 2' '--workers 7 --search bfs' '--workers 3 --search dfs' '--no-memo' '--native' \
    '--store exact' '--store wide' '--delay-cost unit' '--choice-cost free' \
    '--choice-cost budget:1' '--strict --store exact --workers 2'; do
    # shellcheck disable=SC2086
    run 20 check --json answer.json $options counters.p
    exits 0
    is "test['verdict']" verified
    case $options in
    *'--search ses') counts=$(json "(test['states'], test['transitions'])") ;;
    *strict*) ;;
    *) is "(test['states'], test['transitions'])" "$counts" ;;
    esac
done

# A shortest counterexample is one whatever the number of workers.
run 10 check --search bfs --json answer.json -t tcRace race.p
steps=$(json "test['bug']['steps']")
for workers in 2 5; do
    run 10 check --search bfs --workers $workers --json answer.json -t tcRace race.p
    is "test['bug']['steps']" "$steps"
done

# What is drawn by lot depends on the seed alone.
run 10 check --schedules 50 --seed 7 --json answer.json -t tcRace race.p
schedules=$(json "(test['verdict'], test['bug'] and test['bug']['steps'])")
run 10 check --schedules 50 --seed 7 --workers 3 --json answer.json -t tcRace race.p
is "(test['verdict'], test['bug'] and test['bug']['steps'])" "$schedules"

# --- which tests

run 10 check -t tcIdle race.p
exits 0
prints 'tcIdle: '
if grep -q tcIdleToo out; then fails 'a whole name means one test'; else passes; fi

run 10 check -tc tcI race.p
exits 0
prints 'tcIdle: '
prints 'tcIdleToo: '

run 10 check -t tcIdle -t tcIdleToo race.p
exits 0
prints '2 tests: 2 verified'

run 10 check -t tcNone race.p
exits 3
says 'tcNone'
prints_nothing

# --- foreign functions: what they answer is asked for each time, unless C says P_PURE

cat > twice.p <<'P'
fun Twice(n: int): int;

event eTick;

machine Main {
    start state Init {
        entry {
            new Counter();
            new Counter();
        }
    }
}

machine Counter {
    var n: int;
    start state Init {
        entry {
            send this, eTick;
        }
        on eTick do {
            n = n + 1;
            assert Twice(n) == n + n;
            if (n < 4)
                send this, eTick;
        }
    }
}
P
cat > twice.c <<'C'
#include <stdio.h>
#include <plait/foreign.h>

bool P_FUN_Twice(PForeignCall *call)
{
    FILE *calls = fopen("calls", "a");
    fputs("called\n", calls);
    fclose(calls);
    return p_result(call, (PWord)(2 * p_arg_int(call, 0)));
}
C
(cat twice.c; echo 'P_PURE(Twice);') > pure.c
for native in '' --native; do
    rm -f calls
    run 60 check --search dfs --workers 1 $native twice.p pure.c
    exits 0
    [ "$(wc -l < calls)" -eq 8 ] || fails 'called more often than for four numbers, two counters'
    rm -f calls
    run 60 check --search dfs --workers 1 $native twice.p twice.c
    exits 0
    [ "$(wc -l < calls)" -gt 20 ] || fails 'not called each time'
done

# --- P's users

run 10 check -tc tcIdle -s 10 -ms 100 race.p
exits 0
prints 'tried 10 random schedules'
run 10 check -tc tcIdle -t 60 --json answer.json -i 10 -o theirs -m 1 -v -pf race.p
exits 0
says 'note: no test is called 60; -t 60 is taken for --time 60, as in P'
is "(test['search'], test['schedules'])" "('random', 10)"
run 10 check --timeout 60 --sch-pct 2 -s 100 --seed 3 -v -o theirs --json answer.json -tc tcRace race.p
exits 1
is "test['search']" pct
run 10 check --sch-pct 2 -s 100 --json answer.json counters.p
is "test['sampling']['depth']" 3
if [ -s theirs/tcRace-assertion.trace.jsonl ]; then passes; else fails 'no trace where -o says'; fi
for strategy in random pos rl feedback; do
    run 10 check --sch-$strategy -s 5 -tc tcIdle race.p
    exits 0
done
run 10 check --mode bugfinding -s 5 -tc tcIdle race.p
exits 0
prints 'tried 5 random schedules'
for option in --mode=pex --fail-on-maxsteps --explore --graph --graph-bug --xml-trace -d -sp \
    --sch-fairpct --sch-feedbackpct --timeline-repr -pn; do
    run 10 check $option race.p
    exits 3
    says 'plait check: '
    prints_nothing
done
run 10 check --graph race.p
says "plait check: --graph is an option of P's tools: type --coverage"
run 10 compile -pf race.p
exits 0
run 10 compile -md pex race.p
exits 3
says 'plait compile -o DIR writes C'

# --- limits

run 20 check --delays 0 -t tcRace race.p
exits 0
prints 'tcRace: no bug found'
prints 'not a proof: schedules with more than 0 delays were not explored'

run 20 check --delays 0 --strict --json answer.json -t tcRace race.p
exits 0
is "(test['verdict'], test['limits_hit'])" "('no-bug-found', ['delays'])"
run 20 check --delays 1 --strict -t tcRace race.p
exits 1
prints 'out of order'
run 20 check --search pb --delays 0 --json answer.json endless.p --depth 50
exits 0
is "test['limits_hit']" "['delays', 'depth']"

run 20 check --search ses --states 100 --json answer.json endless.p
exits 0
is "test['limits_hit']" "['states']"
is "test['states']" 100
is "test['complete']" False
is "test['verdict']" no-bug-found

# A step that no other machine sees counts against --depth only if the path needs it.
cat > near.p <<'END'
event eGo;
event eNoise;
machine Main {
    start state Init {
        entry {
            var near: machine;
            var noisy: machine;
            near = new Near();
            noisy = new Noisy();
            send noisy, eNoise;
            send noisy, eNoise;
            send noisy, eNoise;
            send near, eGo;
        }
    }
}
machine Noisy { var heard: int; start state Hear { on eNoise do { heard = heard + 1; } } }
machine Near { start state Wait { on eGo do { assert false, "near"; } } }
END
for search in dfs bfs ses pb depth hybrid; do
    run 20 check --depth 8 --search $search near.p
    exits 1
    prints 'assertion failed: near'
    run 20 check --depth 7 --search $search near.p
    exits 0
done

run 20 check --depth 10 --search dfs --json answer.json endless.p
exits 0
is "test['limits_hit']" "['depth']"
is "test['depth']" 10

run 20 check --search ses --time 0.3 --json answer.json endless.p
exits 0
is "test['limits_hit']" "['time']"
is "test['seconds'] < 5 * $factor" True

run 60 check --search ses --memory 64 --json answer.json endless.p
exits 0
is "test['limits_hit']" "['memory']"
run 60 check --memory 64 --search dfs --workers 2 --store exact --json answer.json endless.p
exits 0
is "test['limits_hit']" "['memory']"
for policy in keep replace; do
    run 60 check --memory 16 --search dfs --when-full $policy --time 2 --json answer.json endless.p
    exits 0
    is "test['verdict']" no-bug-found
done

cat > flood.p <<'P'
event eDrop;

machine Main {
    start state Init {
        entry {
            var sink: machine;
            sink = new Sink();
            while (true) {
                send sink, eDrop;
            }
        }
    }
}

machine Sink {
    start state Init {
        on eDrop do { }
    }
}
P
run 20 check --queue 3 --json answer.json flood.p
exits 0
is "test['limits_hit']" "['queue']"
run 20 check --store bitstate --json answer.json counters.p
exits 0
is "test['verdict']" no-bug-found
run 20 check --steps 5 --schedules 10 --json answer.json endless.p
exits 0
is "test['limits_hit']" "['schedules', 'steps']"

# --- wrong values, and what does not go together

for options in '--search magic' '--delays many' '--delays -1' '--schedules 0' \
    '--steps 0' '--depth 0' '--time soon' '--time -1' '--time 0' '--memory 1' '--memory x' \
    '--seed x' '--workers 0' '--workers 257' '--store magic' '--when-full burst' '--points all' \
    '--network pigeon' \
    '--deploy d.json' '--crashes 1' '--cuts 1' \
    '--network fifo --crashes 101' '--network fifo --suspicions 1' '--network fifo --deploy none.json' '--network fifo --p-output o' '--queue 0' '--loop-limit 0' '--states 0' \
    '--delay-cost much' '--choice-cost much' '--choice-cost budget:' \
    '--search dfs --delays 1' '--search bfs --explorer rr' '--search dfs --strict' \
    '--search ses --schedules 5' '--search random --store exact' '--search random --depth 5' \
    '--search dfs --seed 1' '--store bitstate --when-full keep'; do
    # shellcheck disable=SC2086
    run 10 check $options counters.p
    exits 3
    prints_nothing
    says 'plait check: '
done

# --- what cannot be checked: every test says why, and the files are there

for explorer in none no/such.c; do
    run 10 check --explorer $explorer --json answer.json --junit answer.xml --sarif answer.sarif race.p
    exits 3
    says 'plait check: '
    prints 'tcRace: cannot check: '
    prints 'tcIdleToo: cannot check: '
    prints '3 tests: 3 that cannot be checked'
    is "[t['verdict'] for t in answer['tests']]" "['cannot-check', 'cannot-check', 'cannot-check']"
    if grep -q 'errors="3" skipped="0"' answer.xml; then passes; else fails 'no errors in JUnit'; fi
    if grep -q '"level": "error"' answer.sarif; then passes; else fails 'nothing in SARIF'; fi
done

# --- JSON

run 10 check --json - -t tcRace race.p
exits 1
cp out answer.json
is "sorted(set('test verdict complete limits_hit bug states transitions schedules steps delays depth \
seconds peak_bytes omission_probability search explorer seed'.split()) - set(test))" '[]'
is "sorted(set('kind message machine state file line steps delays trace'.split()) \
- set(test['bug']))" '[]'
is "(answer['schema'], answer['diagnostics'], test['test'], test['verdict'])" \
    "(1, [], 'tcRace', 'bug')"
is "(test['bug']['kind'], test['bug']['message'], test['bug']['machine'], test['bug']['state'])" \
    "('assertion', 'out of order', 'Judge', 'Init')"
is "(test['bug']['file'], test['bug']['line'], test['bug']['replayed'])" "('race.p', 26, True)"
is "test['peak_bytes'] > 0 and test['store_bytes'] > 0 and test['frontier_bytes'] > 0" True

run 10 check --quiet counters.p
exits 0
prints 'verified'
says_nothing

# --- where traces go

rm -rf plait-out
run 10 check --out deep/er/still -t tcRace race.p
exits 1
if [ -s deep/er/still/tcRace-assertion.trace.jsonl ]; then passes; else fails 'no trace'; fi

: > file
run 10 check --out file --json answer.json -t tcRace race.p
exits 3
prints 'BUG: assertion failed: out of order'
says 'file'
is "test['verdict']" bug
is "test['bug']['trace']" None

if [ -w /dev/full ]; then
    # A trace goes to a new name in the folder; on this one every write fails.
    mkdir full
    if mount -t tmpfs -o size=4k none full 2> /dev/null; then
        dd if=/dev/zero of=full/filler bs=4096 count=1 2> /dev/null
        run 10 check --out full -t tcRace race.p
        exits 3
        prints 'BUG: assertion failed: out of order'
        says 'full'
        if ls full/*.trace.jsonl* > /dev/null 2>&1; then fails 'half a trace'; else passes; fi
        umount full
    fi
    "$plait" check --json /dev/full -t tcIdle race.p > out 2> err < /dev/null
    code=$? command_line='plait check --json /dev/full'
    exits 3
    "$plait" check -t tcIdle race.p > /dev/full 2> err < /dev/null
    code=$? command_line='plait check > /dev/full'
    exits 3
fi

if [ "$(id -u)" != 0 ]; then
    mkdir locked
    chmod 500 locked
    run 10 check --out locked -t tcRace race.p
    exits 3
    prints 'BUG: assertion failed: out of order'
    says 'locked'
    chmod 700 locked
fi

# --- interruptions, at any moment: the answer is whole, and says so. PLAIT_SIGNALS sets
# how many of each there are.

# after MILLISECONDS SIGNAL ARGUMENT...: a shell starts what runs beside it deaf to SIGINT,
# so that has to be undone.
after()
{
    pause=$(printf '0.%03d' "$1")
    signal=$2
    shift 2
    command_line="plait $*, SIG$signal after $pause s"
    empty out err
    env --default-signal=INT "$plait" "$@" > out 2> err < /dev/null &
    until_it_runs $!
    sleep "$pause"
    kill -s "$signal" $! 2> /dev/null
    wait $! 2> /dev/null
    code=$?
}

# timeout signals the process and then its group: one wish, two signals.
command_line='timeout -s INT 1 plait check endless.p'
env --default-signal=INT timeout -s INT 1 "$plait" check --search ses --memory 2048 endless.p \
    > out 2> err < /dev/null
prints 'it was interrupted'

signals=${PLAIT_SIGNALS:-20}
i=0
early=0
while [ $i -lt "$signals" ]; do
    i=$((i + 1))
    moment=$((50 + i * 37 % 400))
    workers=$((i % 3 + 1))
    after $moment INT check --workers $workers --memory 2048 --time 20 --json - endless.p
    cp out answer.json
    # Before the exploration nobody listens: then there is no answer at all.
    if [ "$code" = 130 ] && [ ! -s out ]; then
        early=$((early + 1))
        continue
    fi
    exits 130
    is "test['limits_hit']" "['interrupted']"
done
if [ "$early" -lt "$signals" ]; then passes; else fails 'no signal came in time'; fi

after 900 TERM check --memory 2048 --time 60 endless.p
if [ "$code" != 143 ] || [ -s out ]; then  # else it was not even there yet
    exits 143
    prints 'not a proof: it was interrupted'
fi

# What was not run is not without a bug. Sixteen tests take four seconds at least.
cp endless.p unfinished.p
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do
    echo "test tc$i [main=Main]: { Main, Counter };"
done >> unfinished.p
for signal in INT TERM; do
    command_line="plait check unfinished.p, SIG$signal"
    env --default-signal=INT timeout -s $signal 2 "$plait" check --memory 2048 --json answer.json \
        --junit answer.xml --sarif answer.sarif unfinished.p > out 2> err < /dev/null
    code=124  # of timeout; what the process itself ended with stands in SARIF
    prints 'tc16: not run: the check was interrupted'
    prints ' not run (interrupted)'
    is "answer['tests'][-1]['verdict']" not-run
    if grep -q '<skipped message=' answer.xml; then passes; else fails 'not skipped in JUnit'; fi
    if grep -q 'skipped="0"' answer.xml; then fails 'not counted in JUnit'; else passes; fi
    invocation="json.load(open('answer.sarif'))['runs'][0]['invocations'][0]"
    is "$invocation['toolExecutionNotifications'][0]['level']" note
    [ $signal = INT ] && expected=130 || expected=143
    is "$invocation['exitCode']" $expected
done

# The parts of files are gone whatever ends us.
if ls ./*.part plait-out/*.part > /dev/null 2>&1; then fails 'a part is left'; else passes; fi

# Killed at any moment, a trace under its name is whole.
i=0
while [ $i -lt "$signals" ]; do
    i=$((i + 1))
    rm -rf plait-out
    after $((i * 13 % 60)) KILL check -t tcRace race.p
    for trace in plait-out/*.trace.jsonl; do
        [ -e "$trace" ] || continue
        run 10 replay "$trace"
        exits 1
    done
done

finish
