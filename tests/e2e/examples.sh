#!/bin/sh
# tests/e2e/examples.sh PLAIT: every example does what its README says.

here=$(cd "$(dirname "$0")" && pwd)
. "$here/lib.sh"
examples=$(realpath "$here/../../examples")

# Compiled code of this journey stays with it.
PLAIT_CACHE="$folder/cache"
export PLAIT_CACHE

# Runs what was built, as `run` does the command.
run_built()
{
    command_line="$*"
    timeout $((20 * factor)) "$@" > out 2> err < /dev/null
    code=$?
}

# ---------------------------------------------------------------- ping-pong

pongs='pong 1
pong 2
pong 3'
for workers in 1 2; do
    run 10 run --workers $workers "$examples/pingpong"
    exits 0
    prints_exactly "$pongs"
    says 'all machines have halted: 2 machines, 7 events'
done

run 60 run --native "$examples/pingpong"
exits 0
prints_exactly "$pongs"

run 60 build -o pingpong "$examples/pingpong"
exits 0
run_built ./pingpong --quiet
exits 0
prints_exactly "$pongs"
says_nothing

# -------------------------------------------------------------------- timer

ticks='tick 1
tick 2
tick 3
tick 4
tick 5
done'
run 60 run -q --no-warn all "$examples/timer/timer.p" "$examples/timer/timer.c"
exits 0
prints_exactly "$ticks"
run 60 build -o timer "$examples/timer/timer.p" "$examples/timer/timer.c"
exits 0
for workers in 1 2; do
    run_built ./timer --workers $workers
    exits 0
    prints_exactly "$ticks"
done

# Interrupted between two ticks, it ends cleanly.
run_until out INT ./timer --workers 1
exits 0
says 'stopped by a signal'

# Without its C there is no clock.
run 10 run --no-warn all "$examples/timer/timer.p"
exits 3
says 'cannot run: nothing supplies the foreign function `StartClock`'

# -------------------------------------------------------------------- retry

# In a check the model of the timer counts, with the C beside it or without.
for with in '' "$examples/retry/timer.c"; do
    # shellcheck disable=SC2086
    run 60 check "$examples/retry/retry.p" $with
    exits 0
    prints 'verified: all schedules covered by 5,776 states'
done
# In a run C is the timer; each of its waits takes 20 ms.
for how in '--workers 1' '--workers 2' --native; do
    # shellcheck disable=SC2086
    run 60 run --specs --trace retry.jsonl $how "$examples/retry/retry.p" "$examples/retry/timer.c"
    exits 0
    if [ "$(grep -c -e '^answer [123] after [1-4] tries$' -e '^no answer [123]$' out)" = 3 ]; then
        passes
    else
        fails 'three requests did not all come to an end'
    fi
    prints done
    if grep -q '"event":"eFire"' retry.jsonl; then fails 'the model ran'; else passes; fi
done
run 60 build -o retry "$examples/retry/retry.p" "$examples/retry/timer.c"
exits 0
run_built ./retry --workers 2
exits 0
prints done

# ----------------------------------------------------------------- elevator

for seed in 1 2 3 4 5; do
    run 10 run --specs --workers 1 --seed $seed "$examples/elevator"
    exits 0
    if [ "$(grep -c '^the door opens at floor [1-4]$' out)" = 3 ]; then
        passes
    else
        fails 'three people were not all served'
    fi
done

# The mistake that its README suggests: some seed shows it.
mkdir broken
sed -e 's/on eDoorClosed goto Moving;/on eDoorClosed, eDoorOpened goto Moving;/' \
    -e '/on eDoorOpened goto Closing;/d' "$examples/elevator/elevator.p" > broken/elevator.p
found=
for seed in 1 2 3 4 5 6 7 8 9 10; do
    run 10 run --specs --workers 1 --seed $seed broken
    if [ "$code" = 1 ]; then
        found=yes
        says 'bug: assertion: the cabin moves to floor'
        says 'machine DoorIsShut, state Open, event eMoving'
        break
    fi
done
if [ -n "$found" ]; then passes; else fails 'no seed shows the open door'; fi

# Nobody watches, nobody sees: the door finds out, later.
run 10 run --workers 1 --seed $seed broken
exits 1
says 'bug: unhandled-event: `eOpenDoor` is not handled'

# ------------------------------------------------------------ client and server

for workers in 1 2; do
    run 10 run --specs --workers $workers "$examples/clientserver"
    exits 0
    says 'nothing is left to do: 6 machines'
    if [ "$(grep -c '^no [1-4]0 left: only [0-9]*$' out)" = 4 ]; then
        passes
    else
        fails 'four clients did not all come to an end'
    fi
done
run 10 run --specs -t tcWithdraw "$examples/clientserver"
exits 0

sed 's/send request.client, eAnswer/if (request.id != 2) send request.client, eAnswer/' \
    "$examples/clientserver/clientserver.p" > forgetful.p
run 10 run --specs --workers 1 forgetful.p
exits 1
says 'bug: liveness: nothing is left to do, but EverybodyIsAnswered is in hot state Waiting'

finish
