#!/bin/sh
# Samples: the figures that they report, and hybrid search.
. "$(dirname "$0")/lib.sh"

PLAIT_CACHE=$folder/cache
export PLAIT_CACHE

# Four that count to three, each for itself, and tell a judge when they are done.
cat > counters.p <<'P'
event eTick;
event eDone: int;

machine Main {
    start state Init {
        entry {
            var judge: machine;
            judge = new Judge();
            new Counter((judge = judge, number = 1));
            new Counter((judge = judge, number = 2));
            new Counter((judge = judge, number = 3));
            new Counter((judge = judge, number = 4));
            raise halt;
        }
    }
}

machine Counter {
    var n: int;
    var me: (judge: machine, number: int);
    start state Init {
        entry (p: (judge: machine, number: int)) {
            me = p;
            send this, eTick;
        }
        on eTick do {
            n = n + 1;
            if (n < 3) {
                send this, eTick;
            } else {
                send me.judge, eDone, me.number;
            }
        }
    }
}

machine Judge {
    var sum: int;
    start state Init {
        on eDone do (n: int) {
            sum = sum + n;
            assert sum <= 10, "too many";
        }
    }
}
P

# The same, but the judge wants the last one first.
sed 's/assert sum <= 10, "too many"/assert sum > 4 || n != 4, "4 first"/' counters.p > race.p

# A timer that may strike or wait, for ever.
cat > timer.p <<'P'
event eTick;

machine Main {
    var n: int;
    start state Init {
        entry { send this, eTick; }
        on eTick do {
            if ($) { n = 1 - n; }
            send this, eTick;
        }
    }
}
P

# json EXPRESSION: of the first test in answer.json, in Python's eyes.
json()
{
    python3 -c "
import json
test = json.load(open('answer.json'))['tests'][0]
sampling = test['sampling']
print(($1))" 2>&1
}

is()
{
    got=$(json "$1")
    if [ "$got" = "$2" ]; then passes; else fails "$1 is $got, not $2"; fi
}

# --- every sampler

for search in random irs ss ss-paper pct pos surw ql feedback portfolio; do
    run 20 check -v --search $search --schedules 300 --json answer.json counters.p
    exits 0
    prints 'not a proof: not all schedules were tried'
    prints "search: $search"
    prints 'not covered: other schedules than those drawn'
    prints 'samples saw '
    is "test['search'], test['schedules'], test['limits_hit']" \
        "('$search', 300, ['schedules'])"
    is "sampling['states'] > 100 and sampling['states_exact']" True
    is "0 <= sampling['new_order_probability'] <= 1" True
    is "sampling['runs'] >= 300 and sampling['machines'] in (5, 6)" True

    run 20 check --search $search --schedules 5000 --json answer.json race.p
    exits 1
    prints 'BUG: assertion failed: 4 first'
    is "test['bug']['replayed']" True
done

# --- promises

run 20 check -v --search ss --schedules 2000 --json answer.json counters.p
prints 'chance that samples missed a bug that shows with 1 delay of rtc, at most: '
is "[d['delays'] for d in sampling['delays']][:2]" '[1, 2]'
is "abs(sampling['delays'][0]['missed'] - (1 - 1 / sampling['delay_points']) ** 1999) < 1e-9" True
is "sampling['delays'][1]['missed'] <= 1 and sampling['choices_aside']" False
run 20 check --search ss --ss-c1 7 --ss-c2 1 --schedules 20 --json answer.json counters.p
# One sample without a delay, 8 with one, 8 with two, 3 with three.
is "abs(sampling['delays'][0]['missed'] - (1 - 1 / sampling['delay_points']) ** 19) < 1e-9" True

run 20 check -v --search pct --pct-depth 2 --schedules 2000 --json answer.json counters.p
prints 'chance that samples missed a bug of depth 2, at most: '
is "sampling['depth'], sampling['choices_aside'], 0 < sampling['depth_missed'] < 1" '(2, True, True)'
run 20 check --search pct --pct-depth 2 --pct-k 1000 --schedules 2000 --json answer.json counters.p
is "sampling['depth_points']" 1000
run 20 check --search pct --pct-k 2 --schedules 2000 --json answer.json counters.p
is "sampling['depth_missed']" None  # there are more points than that

run 20 check --search random --schedules 100 --json answer.json counters.p
is "sampling['delays'], sampling['depth_missed']" '([], None)'

# An execution that goes round in a circle ends there, when nothing is drawn.
run 20 check --search ss --schedules 50 --json answer.json timer.p
is "test['limits_hit'], test['steps'] < 2000" "(['schedules'], True)"
run 20 check --search ss --choice-cost free --schedules 5 --steps 50 --json answer.json timer.p
is "test['limits_hit'], sampling['choices_aside']" "(['schedules', 'steps'], True)"

# --- explorers

for explorer in rr prr random rtc-raise; do
    run 20 check -v --search ss --explorer $explorer --schedules 500 race.p
    exits 1
    prints "search: ss $explorer"
done
cat > last.c <<'C'
#include <plait/explorer.h>

static void ready(PExplorerState *d, uint32_t m)
{
    p_line_push_front(&d->lines[0], m);
}

const PExplorer plait_explorer = {
    .schema = P_EXPLORER_SCHEMA,
    .name = "last-first",
    .ready = ready,
    .blocked = p_leave,
    .finish = p_leave,
};
C
run 60 check --search ss --explorer last.c --workers 2 --schedules 200 --json answer.json counters.p
exits 0
is "test['schedules']" 200
printf '#include <plait/explorer.h>\nstatic void ready(PExplorerState *d, uint32_t m)\n{\n
    *(volatile int *)0 = 1; (void)d; (void)m;\n}\nconst PExplorer plait_explorer = {\n
    .schema = P_EXPLORER_SCHEMA, .name = "bad", .ready = ready,\n};\n' > bad.c
run 60 check --search ss --explorer bad.c counters.p
exits 3

# --- hybrid

# It is ses, when that comes to its end.
run 20 check -v --json answer.json counters.p
exits 0
prints 'verified: '
prints 'search: ses rtc'
is "test['search'], sampling" "('hybrid', None)"
states=$(json "test['states']")
run 20 check --search ses --json answer.json counters.p
is "test['states']" "$states"

for store in fingerprint wide exact; do
    run 20 check -v --states 50 --store $store --json answer.json counters.p
    exits 0
    prints 'not a proof: the limit of 50 states was reached'
    prints 'explored 50 states, simplest schedules first, then 10,000 random schedules'
    prints 'search: hybrid rtc'
    prints 'samples began at '
    prints 'missed a bug that shows with 0 delays of rtc from where they began, at most: '
    is "test['states'], 'states' in test['limits_hit'], test['schedules']" '(50, True, 10000)'
    is "sampling['frontier'] > 0 and sampling['states'] > 50" True
done
is "abs(sampling['delays'][0]['missed'] - (1 - 1 / sampling['frontier'] / sampling['frontier_among']) \
** test['schedules']) < 1e-9" True
run 20 check --search hybrid --states 50 --schedules 70 --json answer.json counters.p
is "test['schedules']" 70

# Samples find what is out of reach for ses, and tell the whole way to it.
for states in 2 20 60; do
    run 20 check --states $states --workers 2 --json answer.json race.p
    exits 1
    is "test['bug']['replayed'], test['bug']['kind']" "(True, 'assertion')"
done
run 10 replay plait-out/DefaultImpl-assertion.trace.jsonl
exits 1
prints '4 first'

run 20 check --time 0.5 --states 50 --json answer.json counters.p
is "'time' in test['limits_hit'] and test['schedules'] > 0" True
is "test['seconds'] < 5 * $factor" True

# --- what does not go together

for options in '--search random --ss-c1 5' '--search ss --pct-depth 2' '--search pct --explorer rr' \
    '--search ses --ss-c2 2' '--search ss --strict' '--search ss --delays 2' '--pct-depth 0' \
    '--search pct --pct-depth 65' '--search pct --pct-k 0' '--search ss --ss-c1 0' \
    '--search ss --ss-c2 x' '--search ss --choice-cost budget:3' '--search pos --store exact'; do
    # shellcheck disable=SC2086
    run 10 check $options counters.p
    exits 3
    prints_nothing
    says 'plait check: '
done

# --- monitors that stay hot in executions without end

# One asks and is never answered, while another one ticks for ever.
cat > silent.p <<'P'
event eTick;
event eAsk;
event eAnswer;

machine Main {
    start state Init {
        entry {
            new Clock();
            announce eAsk;
        }
    }
}

machine Clock {
    start state Ticking {
        entry {
            send this, eTick;
        }
        on eTick do {
            send this, eTick;
        }
    }
}

spec Answered observes eAsk, eAnswer {
    start state Idle {
        on eAsk goto Waiting;
    }
    hot state Waiting {
        on eAnswer goto Happy;
    }
    cold state Happy {
        on eAsk goto Waiting;
    }
}

test tcSilent [main = Main]: assert Answered in { Main, Clock };
P
# The same, but somebody answers as soon as he has his turn, which pct may never give him.
sed -e 's/new Clock();/new Clock(); new Server();/' -e 's/Main, Clock }/Main, Clock, Server }/' \
    silent.p > fair.p
cat >> fair.p <<'P'
machine Server {
    start state Init {
        entry {
            announce eAnswer;
        }
    }
}
P

# The clock comes back to the same state: that is no suspicion, but a loop. Each sampler finds it,
# with cached steps and directly.
for how in 'random --walk memo' 'random --walk direct' 'pct --walk direct' pos ss surw ql irs \
    feedback portfolio; do
    run 20 check --search $how --steps 50 --schedules 50 --seed 1 --json answer.json silent.p
    exits 1
    prints 'Answered is never cold again'
    is "test['bug']['kind'], test['bug']['suspected'], test['bug']['replayed']" \
        "('liveness', False, True)"
    is "test['bug']['loop_steps'] > 0" True
    run 20 replay plait-out/tcSilent-liveness.trace.jsonl
    exits 1
    prints 'from here on the same happens again and again'
    run 20 check --search $how --steps 50 --schedules 50 --seed 1 fair.p
    exits 0
done
# Where no schedule can be executed directly, the verdict says so.
run 20 check --search feedback --explorer random --walk direct --steps 50 --schedules 5 fair.p
exits 0
prints '--walk direct: no schedule was executed directly'
run 20 check --search feedback --walk direct --steps 50 --schedules 5 fair.p
exits 0
if grep -q 'executed directly' out; then fails 'it was executed directly'; else passes; fi

run 20 check --search random --liveness ndfs silent.p
exits 3
says '--liveness ndfs does nothing with --search random'

run 20 check --search random --steps 50 --schedules 5 --liveness off silent.p
exits 0
for search in random pct ss portfolio; do
    run 20 check --search $search --steps 50 --schedules 50 --temperature 100 --seed 1 --liveness off silent.p
    exits 1
    prints 'SUSPICION: monitor Answered was hot for '
    prints ' steps of a fair schedule, and is in state Waiting; not a proof'
    run 20 replay plait-out/tcSilent-liveness.trace.jsonl
    exits 1
    prints 'Answered is in hot state Waiting'
    run 20 check --search $search --steps 50 --schedules 50 --temperature 100 --seed 1 fair.p
    exits 0
done
run 20 check --search random --steps 50 --schedules 50 --temperature 100 --seed 1 --workers 2 \
    --out two --liveness off silent.p
exits 1
run 20 shrink two/tcSilent-liveness.trace.jsonl
exits 3
says 'it goes on for long'

# Random schedules are as long as P's, and half of them hot is suspicious, as in P.
run 20 check -s 5 --liveness off --json answer.json silent.p
exits 1
prints 'was hot for 50,001 steps'
is "test['bug']['kind'], test['bug']['suspected']" "('liveness-suspicion', True)"
run 20 check -s 5 -ms 100 --liveness off silent.p
prints 'was hot for 501 steps'
run 20 check -s 5 -ms 100,400 --liveness off silent.p
prints 'was hot for 201 steps'
run 20 check -s 5 --steps 20000 --liveness off silent.p
prints 'was hot for 10,001 steps'
run 20 check -s 5 --steps 400 --liveness off silent.p
exits 0
run 20 check -s 5 -ms 100 --temperature 0 --liveness off --json answer.json silent.p
exits 0
is "test['steps']" 5000
run 60 check -s 5 fair.p
exits 0
run 20 check -s 5 -ms 100,50 --liveness off silent.p
exits 3
run 20 check --search pct -s 5 -ms 100 --liveness off --json answer.json silent.p
exits 0
is "test['steps']" 500

run 20 check --search dfs --temperature 5 silent.p
exits 3
says '--temperature does nothing with --search dfs'

# --- a long run takes no more memory than a short one

# No two executions are alike: what is remembered of one is no good for the next.
cat > endless.p <<'P'
event eNumber: int;

machine Main {
    var sum: int;
    var other: machine;
    start state Init {
        entry {
            other = new Other(this);
            send other, eNumber, choose(100);
            send other, eNumber, choose(100);
        }
        on eNumber do (n: int) {
            sum = (sum * 31 + n) % 1000003;
            send other, eNumber, sum;
        }
    }
}

machine Other {
    var sum: int;
    var boss: machine;
    start state Init {
        entry (m: machine) { boss = m; }
        on eNumber do (n: int) {
            sum = (sum * 17 + n) % 1000003;
            send boss, eNumber, sum;
        }
    }
}
P
for workers in 1 2; do
    run 60 check --search random --memory 64 --schedules 1000 --steps 500 --workers $workers \
        --json answer.json endless.p
    exits 0
    prints 'tried 1,000 random schedules, 500,000 steps'
    is "test['limits_hit']" "['schedules', 'steps']"
    # Sanitizers keep what was freed.
    [ -n "${PLAIT_SANITIZED-}" ] || is "test['peak_bytes'] < 100 << 20" True
    json "(sampling['states'], sampling['partial_orders'])" > seen$workers.txt
done
if cmp -s seen1.txt seen2.txt; then passes; else fails 'one worker and two saw something else'; fi

finish
