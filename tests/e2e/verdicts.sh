#!/bin/sh
# Verdicts that must not claim too much: assumptions, limits, foreign code, explorers.
checks=$(realpath "$(dirname "$0")")
. "$(dirname "$0")/lib.sh"

# json EXPRESSION: a value of the first test in answer.json, in Python's eyes.
json()
{
    python3 -c "
import json
test = json.load(open('answer.json'))['tests'][0]
print($1)" 2>&1
}

# is EXPRESSION VALUE
is()
{
    got=$(json "$1")
    if [ "$got" = "$2" ]; then passes; else fails "$1 is $got, not $2"; fi
}

# --- assumptions that leave nothing

cat > at_start.p <<'P'
event eA: int;
spec S observes eA {
    start state Init {
        entry { assume false; }
        on eA do (n: int) { }
    }
}
machine Main {
    start state Init { entry { announce eA, 1; } }
}
P
cat > later.p <<'P'
event eStep: int;
machine Main {
    start state Init {
        entry { send this, eStep, choose(3); }
        on eStep do (left: int) {
            assume left > 0;
            send this, eStep, left - 1;
        }
    }
}
P
for program in at_start later; do
    for search in hybrid ses dfs bfs depth pb random irs ss ss-paper pct pos surw ql feedback portfolio; do
        run 20 check --search $search --json answer.json $program.p
        exits 0
        is "test['verdict']" no-bug-found
        is "test['complete']" False
        is "'assumptions' in test['limits_hit']" True
    done
    run 20 check $program.p
    prints 'no bug found in '
    prints 'the assumptions leave nothing to explore'
done

# Some executions are discarded, others are not.
sed 's/left > 0/left != 1 || $/' later.p > some.p
sed -i 's/send this, eStep, left - 1;/if (left > 0) send this, eStep, left - 1;/' some.p
run 20 check --json answer.json some.p
is "(test['verdict'], test['limits_hit'])" "('verified', [])"
run 20 check --search random --json answer.json some.p
is "test['limits_hit']" "['schedules']"

# --- foreign code in monitors: asked each time, unless C says P_PURE

cat > seen.p <<'P'
event eA: int;
fun Tick(n: int): int;
spec S observes eA {
    start state Init {
        on eA do (n: int) { assert Tick(n) < 3, "third time"; }
    }
}
machine Main {
    start state Init {
        entry {
            announce eA, 1;
            announce eA, 1;
            announce eA, 1;
        }
    }
}
P
cat > tick.c <<'C'
#include <plait/foreign.h>
#include <stdio.h>

static int64_t calls;

bool P_FUN_Tick(PForeignCall *call)
{
    FILE *log = fopen("calls", "a");
    fputs("called\n", log);
    fclose(log);
    return p_result(call, (PWord)++calls);
}
C
for options in '' --no-memo '--search dfs' '--search bfs --workers 2' '--search pb' '--search random' \
    '--search ss' '--points full' '--points classic' --native; do
    # shellcheck disable=SC2086
    run 60 check $options seen.p tick.c
    exits 1
    prints 'BUG: assertion failed: third time'
done

# A step that is made as a whole, because two monitors change, asks once.
cat > twice.p <<'P'
event eA: int;
fun Tick(n: int): int;
spec S observes eA {
    var n: int;
    start state Init {
        on eA do { n = n + 1; }
    }
}
spec T observes eA {
    var n: int;
    start state Init {
        on eA do { n = n + 1; assert Tick(n) > 0; }
    }
}
machine Main {
    start state Init { entry { announce eA, 1; } }
}
test tcTwo [main = Main]: assert S, T in { Main };
P
rm -f calls
run 60 check --search dfs twice.p tick.c
exits 0
[ "$(wc -l < calls)" -eq 1 ] || fails 'a monitor was shown one event twice'

# The same where a monitor starts: samples find what differs from run to run.
cat > begins.p <<'P'
event eA;
fun Tick(n: int): int;
spec S observes eA {
    start state Init {
        entry { assert Tick(0) < 3, "third time"; }
        on eA do { }
    }
}
machine Main {
    start state Init { entry { announce eA; } }
}
P
for options in '' --no-memo; do
    run 60 check --search random --schedules 20 --workers 1 $options begins.p tick.c
    exits 1
    prints 'BUG: assertion failed: third time'
done
(cat tick.c; echo 'P_PURE(Tick);') > pure.c
run 60 check --search random --schedules 20 --workers 1 begins.p pure.c
exits 0

# --- what a program tells its explorer in one step: all of it

cat > told.p <<'P'
fun ChangeOrder(m: machine, rank: int);
event eX: int;
machine Judge {
    var last: int;
    start state Init {
        on eX do (n: int) { assert n > last, "out of order"; last = n; }
    }
}
machine A {
    start state Init {
        entry (p: (judge: machine, n: int)) { send p.judge, eX, p.n; }
    }
}
machine Main {
    start state Init {
        entry {
            var a, b, judge: machine;
            var i: int;
            judge = new Judge();
            a = new A((judge = judge, n = 1));
            b = new A((judge = judge, n = 2));
            while (i < 40) { ChangeOrder(judge, 5); i = i + 1; }
            ChangeOrder(b, -5);
        }
    }
}
P
for options in '' '--workers 2' --strict --no-memo; do
    # shellcheck disable=SC2086
    run 20 check --search ses --explorer custom --delays 0 $options told.p
    exits 1
    prints 'BUG: assertion failed: out of order'
done

# --- limits of a path: a state that was met with much spent, and then with less, goes on

cat > shallow.p <<'P'
// One way to Done takes 12 steps, the other none; behind Done it is three steps to a bug.
event eStep;
machine Main {
    var n: int;
    start state Init {
        entry {
            if ($) n = 0; else n = 12;
            goto Count;
        }
    }
    state Count {
        entry { if (n > 0) n = n - 1; else n = 0; send this, eStep; }
        on eStep do { if (n == 0) goto Done; else goto Count; }
    }
    state Done {
        entry { send this, eStep; }
        on eStep goto Three;
    }
    state Three {
        entry { send this, eStep; }
        on eStep do { assert false, "reached"; }
    }
}
P
cat > budget.p <<'P'
event eStep;
machine Main {
    start state Init {
        entry { if ($) goto X; else goto Way; }
    }
    state Way { entry { send this, eStep; } on eStep goto X; }
    state X {
        entry { send this, eStep; }
        on eStep do { if ($) assert false, "one changed choice is enough"; }
    }
}
P
for store in fingerprint wide exact bitstate; do
    for workers in 1 2; do
        for search in hybrid ses 'ses --strict' dfs bfs depth pb; do
            # shellcheck disable=SC2086
            run 20 check --depth 14 --store $store --workers $workers --search $search shallow.p
            exits 1
            prints 'BUG: assertion failed: reached'
        done
        for options in '' --strict '--depth 20' '--explorer rr' --no-memo; do
            # shellcheck disable=SC2086
            run 20 check --search ses --choice-cost budget:1 --store $store --workers $workers \
                $options budget.p
            exits 1
            prints 'BUG: assertion failed: one changed choice is enough'
        done
    done
done
run 20 check --search ses --choice-cost budget:0 --json answer.json budget.p
exits 0
is "test['limits_hit']" "['choices']"

# The same within a limit for all searches: the states that so many steps can reach, and
# whether there are more.
programs=$(dirname "$checks")/check/protocols
for program in lock_server ring_election failure_detector; do
    for depth in 4 9 13; do
        run 20 check --search bfs --depth $depth --json answer.json "$programs/$program.p"
        wanted=$(json "(test['verdict'], test['limits_hit'], test['states'])")
        is "test['states'] > 1" True
        for options in dfs ses depth 'ses --store exact --explorer rr' 'dfs --workers 2 --store wide'; do
            # shellcheck disable=SC2086
            run 20 check --depth $depth --json answer.json --search $options "$programs/$program.p"
            is "(test['verdict'], test['limits_hit'], test['states'])" "$wanted"
        done
        for options in pb 'ses --strict'; do
            # shellcheck disable=SC2086
            run 20 check --depth $depth --json answer.json --search $options "$programs/$program.p"
            is "(test['verdict'], test['limits_hit'])" "${wanted%, *})"
        done
    done
done
for budget in 0 1 3; do
    wanted=
    for options in '--explorer rtc' '--explorer rr' '--workers 2' '--store exact' '--explorer random --seed 3'; do
        # shellcheck disable=SC2086
        run 20 check --search ses --choice-cost budget:$budget --json answer.json $options \
            "$programs/two_phase_commit.p"
        counts=$(json "(test['verdict'], test['limits_hit'], test['states'])")
        [ -n "$wanted" ] || wanted=$counts
        is "(test['verdict'], test['limits_hit'], test['states'])" "$wanted"
    done
done

# --- monitors that are created more than once, in a run

for native in '' --native; do
    run 60 run --specs $native "$checks/../check/bugs/second_monitor.p"
    exits 1
    says 'bug: assertion'
    run 60 run --specs $native "$checks/../check/bugs/second_monitor_hot.p"
    exits 1
    says 'bug: liveness'
    run 60 run --specs $native "$checks/../check/classic/monitors_per_client.p"
    exits 0
done

# --- seals

cat > sealed.p <<'P'
event eA: int;
fun Seal();
fun Unseal();
machine T {
    var last: int;
    start state S { on eA do (n: int) { assert n > last, "out of order"; last = n; } }
}
machine C {
    start state S { entry (p: (machine, int)) { send p.0, eA, p.1; } }
}
machine Main {
    start state S {
        entry {
            var t: machine;
            t = new T();
            Seal();
            new C((t, 1));
            new C((t, 2));
            Unseal();
        }
    }
}
P
for search in ses ss feedback; do
    run 20 check --search $search --json answer.json sealed.p
    exits 0
    is "'sealed' in test['limits_hit']" True
    is "test['complete'] or test['sealed_orders'] == 0" False
    run 20 check --search $search sealed.p
    if grep -q 'chance that a bug was missed' out; then fails 'promises too much'; else passes; fi
done
for options in '' '--workers 2' '--time 20' '--search random' '--search portfolio' '--search dfs'; do
    # shellcheck disable=SC2086
    run 20 check $options sealed.p
    exits 1
    prints 'BUG: assertion failed: out of order'
done
run 20 check --delays 0 --json answer.json sealed.p
exits 0
is "test['limits_hit']" "['sealed']"

# What is sealed off has no bug: hybrid samples it, and says that this is not all.
sed 's/assert n > last, "out of order"; //' sealed.p > sealed_well.p
run 20 check --json answer.json sealed_well.p
exits 0
is "test['limits_hit']" "['schedules', 'sealed']"
is "test['schedules'] > 100" True
for seed in 1 2; do
    run 20 check --seed $seed --workers 1 --json answer.json sealed_well.p
    one=$(json "(test['schedules'], test['steps'], test['sampling']['partial_orders'])")
    run 20 check --seed $seed --workers 2 --json answer.json sealed_well.p
    is "(test['schedules'], test['steps'], test['sampling']['partial_orders'])" "$one"
done

# --- classic points: others can run before an assumption behind an effect fails

cat > behind.p <<'P'
event eGo;
machine Main {
    start state S {
        entry {
            new Helper(this);
            assume false;
        }
    }
}
machine Helper { start state S { entry (boss: machine) { assert boss == null, "it ran"; } } }
P
for options in '' --no-memo '--search dfs' '--search bfs --workers 2' '--search pb' '--native' \
    '--search random' '--store exact'; do
    run 20 check --points classic $options --json answer.json behind.p
    exits 1
    is 'test["bug"]["message"], test["bug"]["replayed"]' 'it ran True'
done
run 10 replay plait-out/DefaultImpl-assertion.trace.jsonl
exits 1
run 10 check --json answer.json behind.p
is 'test["limits_hit"]' "['assumptions']"

finish
