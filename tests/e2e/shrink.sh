#!/bin/sh
# A bug that was found after many steps is shown with few; plait shrink makes a trace short later.
loops=$(realpath "$(dirname "$0")/../check/liveness")
. "$(dirname "$0")/lib.sh"

# Two workers count, and the judge complains when the second is ready before the first.
# How far they count has nothing to do with it.
cat > race.p <<'P'
event eCount: int;
event eReady: int;

machine Worker {
    var judge: machine;
    var number: int;

    start state Init {
        entry (p: (judge: machine, number: int)) {
            judge = p.judge;
            number = p.number;
            send this, eCount, 0;
        }
        on eCount do (n: int) {
            if (n == 40 || choose(30) == 0) {
                send judge, eReady, number;
            } else {
                send this, eCount, n + 1;
            }
        }
    }
}

machine Judge {
    var last: int;

    start state Init {
        on eReady do (number: int) {
            assert number > last, format("{0} behind {1}", number, last);
            last = number;
        }
    }
}

machine Main {
    start state Init {
        entry {
            var judge: machine;
            judge = new Judge();
            new Worker((judge = judge, number = 1));
            new Worker((judge = judge, number = 2));
        }
    }
}

test tcRace [main = Main]: { Main, Judge, Worker };
P

turns()
{
    grep -c '"what":"turn"' "$1"
}

# The failure, without what may be another: numbers.
failure()
{
    grep '"what":"error"' "$1" | sed -e 's/[0-9][0-9]*/#/g'
}

# has FILE TEXT
has()
{
    if grep -qF -e "$2" "$1"; then passes; else fails "$1 lacks: $2"; fi
}

is_there()
{
    if [ -s "$1" ]; then passes; else fails "$1 is not there"; fi
}

is_not_there()
{
    if [ -e "$1" ]; then fails "$1 is there"; else passes; fi
}

is_shorter()
{
    if [ "$(turns "$1")" -lt "$(turns "$2")" ] && [ "$(failure "$1")" = "$(failure "$2")" ]
    then passes
    else fails "$1 has $(turns "$1") turns, $2 $(turns "$2"): $(failure "$1"); $(failure "$2")"
    fi
}

is_same()
{
    if cmp -s "$1" "$2"; then passes; else fails "$1 and $2 differ"; fi
}

short=out-a/tcRace-assertion.trace.jsonl
full=out-a/tcRace-assertion.full.trace.jsonl

# By default: both are kept, the short one is shown.
run 60 check -q -v -t tcRace --search random --seed 3 --out out-a --json result.json race.p
exits 1
prints 'steps reduced to'
prints ' as first found), '
prints "show it: plait replay $short"
prints "as it was found: $full"
is_shorter $short $full
has result.json "\"steps\": $(turns $short)"
has result.json "\"found_steps\": $(turns $full)"
has result.json "\"full_trace\": \"$full\""
run 20 replay -q $short
exits 1
prints '1 behind 2'
run 20 replay -q $full
exits 1

# With --no-shrink: what was found, and nothing else.
run 60 check -q -t tcRace --search random --seed 3 --out out-a --no-shrink race.p
exits 1
if grep -q 'reduced' out; then fails "something was reduced"; else passes; fi
is_not_there $full
cp $short found.trace.jsonl

# Later, by hand; the same every time.
run 60 shrink found.trace.jsonl
exits 0
prints 'there is no shorter way to it'
prints 'show it: plait replay found.short.trace.jsonl'
is_shorter found.short.trace.jsonl found.trace.jsonl
run 60 shrink -q -o again.jsonl found.trace.jsonl
exits 0
prints_nothing
is_same again.jsonl found.short.trace.jsonl

# What a search in breadth finds is not beaten, and not missed.
run 60 check -q -t tcRace --search bfs --no-shrink --out out-b race.p
exits 1
if [ "$(turns out-b/tcRace-assertion.trace.jsonl)" = "$(turns again.jsonl)" ]
then passes
else fails "$(turns again.jsonl) turns, and $(turns out-b/tcRace-assertion.trace.jsonl) in breadth"
fi

# Nothing is left to do: no second file, unless it is asked for.
run 60 shrink again.jsonl
exits 0
is_not_there again.short.trace.jsonl
run 60 shrink -o copy/once.jsonl again.jsonl
exits 0
is_there copy/once.jsonl

# Whatever points it was found with, they are found out.
for points in modern classic full; do
    run 60 check -q -t tcRace --points $points --search random --seed 5 --no-shrink \
        --out out-$points race.p
    exits 1
    run 60 shrink -o short-$points.jsonl out-$points/tcRace-assertion.trace.jsonl
    exits 0
    is_shorter short-$points.jsonl out-$points/tcRace-assertion.trace.jsonl
    run 20 replay -q short-$points.jsonl
    exits 1
done

# From another folder the paths are given, and stand in the new trace.
mkdir -p elsewhere
cd elsewhere || exit 1
run 60 shrink ../found.trace.jsonl
exits 3
says 'give its paths: plait shrink'
run 60 shrink -o here.jsonl ../found.trace.jsonl ../race.p
exits 0
run 20 replay -q here.jsonl
exits 1
cd .. || exit 1

# A schedule of P's own checker: what is written is a trace.
run 60 check -q -t tcRace --search random --seed 3 --no-shrink --p-output theirs race.p
exits 1
run 60 shrink theirs/tcRace-assertion.schedule race.p
exits 0
prints 'show it: plait replay theirs/tcRace-assertion.short.trace.jsonl'
is_shorter theirs/tcRace-assertion.short.trace.jsonl found.trace.jsonl
run 20 replay -q theirs/tcRace-assertion.short.trace.jsonl
exits 1
grep -v test-method theirs/tcRace-assertion.schedule > nameless.schedule
run 60 shrink -q -o nameless.jsonl --test tcRace nameless.schedule race.p
exits 0
is_same nameless.jsonl theirs/tcRace-assertion.short.trace.jsonl
run 60 shrink --test tcOther nameless.schedule race.p
exits 3
says 'nameless.schedule is about test tcOther, which this program does not have'
run 60 shrink --test tcRace found.trace.jsonl
exits 3
says "--test is for schedules of P's checker"

# A program in which nothing fails any more.
sed -e 's/assert number > last/assert number > 0/' race.p > mended.p
run 60 shrink -o mended.jsonl found.trace.jsonl mended.p
exits 3
says 'found.trace.jsonl cannot be made shorter: nothing fails in it'
is_not_there mended.jsonl

# Little time: what was reached counts, and is a trace.
run 60 shrink --time 0.0001 -o hasty.jsonl found.trace.jsonl
exits 0
run 20 replay -q hasty.jsonl
exits 1

# An execution without end: the way to its loop, and the loop, become as short as the search in
# levels finds them. So does a loop with a worker of its own in each round.
for name in starved_writer worker_each_round; do
    cp "$loops/$name.p" .
    run 60 check --no-warn all --search bfs --no-shrink --json answer.json $name.p
    exits 1
    python3 -c 'import json; print(json.load(open("answer.json"))["tests"][0]["bug"]["steps"])' \
        > levels.txt
    run 60 check --no-warn all --search random --steps 3000 --seed 3 --no-shrink $name.p
    exits 1
    run 60 shrink -o short.jsonl plait-out/tc-liveness.trace.jsonl
    exits 0
    prints 'is never cold again'
    run 20 replay short.jsonl
    exits 1
    prints 'from here on the same happens again and again'
    [ "$(grep -c '"what":"turn"' short.jsonl)" -le "$(cat levels.txt)" ] && passes ||
        fails "$name: the loop is longer than $(cat levels.txt) turns"
    run 60 shrink -o shorter.jsonl short.jsonl
    exits 0
    prints "$(grep -c '"what":"turn"' short.jsonl) steps reduced to $(grep -c '"what":"turn"' short.jsonl)"
done

# Wrong usage.
run 20 shrink
exits 3
says 'which trace?'
run 20 shrink --time never found.trace.jsonl
exits 3
says '--time wants a number of seconds'
run 20 shrink nothing.jsonl
exits 3
says 'nothing.jsonl'
head -n 20 found.trace.jsonl > cut.jsonl
run 20 shrink cut.jsonl
exits 3
says 'is cut off'
run 20 check --no-shrink --shrink-time 3 race.p
exits 3
says '--shrink-time does nothing with --no-shrink'
run 20 shrink -o no-folder-here/../race.p/x.jsonl found.trace.jsonl
exits 3
run 20 help shrink
exits 0
prints 'plait shrink [OPTION...] TRACE [PATH...]'

finish
