#!/bin/sh
# Verdicts that must not say too much: assumptions, limits, foreign code, explorers.
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
    prints 'no bug found: '
    prints 'the assumptions leave nothing to explore'
done

# Some executions are discarded, others are not.
sed 's/left > 0/left != 1 || $/' later.p > some.p
sed -i 's/send this, eStep, left - 1;/if (left > 0) send this, eStep, left - 1;/' some.p
run 20 check --json answer.json some.p
is "(test['verdict'], test['limits_hit'])" "('verified', [])"
run 20 check --search random --json answer.json some.p
is "test['limits_hit']" "['schedules']"

finish
