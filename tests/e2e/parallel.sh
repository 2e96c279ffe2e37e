#!/bin/sh
# tests/e2e/parallel.sh PLAIT: plait run on several workers. Machines move between workers all
# the time; order, values and halted machines must be as on one.
programs=$(dirname "$(realpath "$0")")/../parallel
. "$(dirname "$0")/lib.sh"

cp "$programs"/* .
rounds=5
if [ -n "${PLAIT_SANITIZED:-}" ]; then
    rounds=1
    sed -i 's/return 300;/return 40;/' causal.p burst.p
    sed -i 's/return 500;/return 60;/' late.p
    sed -i 's/return 500000;/return 20000;/' flood.p
fi

round=0
while [ $round -lt $rounds ]; do
    round=$((round + 1))
    for workers in 1 2 3 8; do
        run 20 run -q --no-warn all --workers $workers causal.p
        exits 0
        prints_exactly 'all rounds are over'
        run 20 run -q --no-warn all --workers $workers late.p
        exits 0
        prints_exactly 'all bosses have ended'
        run 20 run -q --no-warn all --workers $workers burst.p
        exits 0
        prints_exactly 'all bursts were counted'
    done
done
run 20 run -q --no-warn all --native --workers 3 causal.p
exits 0
prints_exactly 'all rounds are over'
run 20 run -q --no-warn all --native --workers 3 burst.p
exits 0
prints_exactly 'all bursts were counted'

# --- a machine that gets an event may pass those that wait, but not for ever

for workers in 1 2; do
    run 20 run -q --no-warn all --workers $workers passing.p
    exits 0
    prints_exactly 'the game is over'
done

# --- who sends faster than a machine of another worker takes is held back, but not for ever

for workers in 1 2 4; do
    run 60 run -q --no-warn all --workers $workers flood.p
    exits 0
    prints_exactly 'all items were taken'
done
if [ -z "${PLAIT_SANITIZED:-}" ] && command -v python3 > /dev/null; then
    command_line='plait run --workers 4 flood.p'
    PLAIT=$plait python3 - > out 2> err <<'END'
import os, resource, subprocess
subprocess.run([os.environ["PLAIT"], "run", "-q", "--workers", "4", "flood.p"], check=True)
used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
print("few waited" if used < 40000 else f"{used} KB")
END
    code=$?
    exits 0
    prints 'few waited'
fi

# --- a worker in C, or in a long handler, does not stop the machines that wait behind it

# before FIRST SECOND: both lines were printed, in this order
before()
{
    if awk -v first="$1" -v second="$2" '$0 == first { f = NR } $0 == second { s = NR }
            END { exit !(f && s && f < s) }' out; then
        passes
    else
        fails "expected '$1' before '$2'"
    fi
}

for workers in 2 4; do
    run 40 run -q --no-warn all --workers $workers blocked.p doze.c
    exits 0
    for other in 0 1 2 3 4; do before "other $other" 'slept until mark 5'; done
    before 'other 5' 'counted'
done

# Whether somebody looks after them depends on who falls asleep when: so many times.
run 20 build -q --no-warn all -o blocked_twice blocked_twice.p doze.c
exits 0
for workers in 3 4; do
    command_line="./blocked_twice --workers $workers, 30 times"
    code=0
    round=0
    while [ $round -lt 30 ] && [ $code -eq 0 ]; do
        round=$((round + 1))
        timeout 40 ./blocked_twice -q --workers $workers > out 2> err
        code=$?
    done
    exits 0
    prints 'slept until mark 5'
done

# --- idle workers do not poll: a program that waits for two seconds takes no processor time

run 20 build -q --no-warn all -o waits waits.p doze.c
exits 0
command_line='./waits --workers 4'
if [ -z "${PLAIT_SANITIZED:-}" ] && command -v python3 > /dev/null; then
    python3 - > out 2> err <<'END'
import resource, subprocess
subprocess.run(["./waits", "-q", "--workers", "4"], check=True)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print("slept" if used.ru_utime + used.ru_stime < 0.2 else used)
END
    code=$?
    exits 0
    prints slept
fi

finish
