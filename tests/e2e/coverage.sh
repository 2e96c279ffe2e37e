#!/bin/sh
# Coverage: what was seen of what is declared, compared with counts made by hand; merged over runs.
. "$(dirname "$0")/lib.sh"

# One machine, one way to go: entry and send; tick, send; tick, send; tick, raise, goto.
cat > ticks.p <<'P'
event eTick;
event eStop;
event eOdd;

machine Main {
    var n: int;
    start state Run {
        entry {
            send this, eTick;
        }
        on eTick do {
            n = n + 1;
            if (n < 3)
                send this, eTick;
            else
                raise eStop;
        }
        on eStop goto Done;
    }
    state Done { }
    state Lost {
        on eOdd do { }
        defer eStop;
    }
}
P

# One of the two, and then an event that the one handles, the other does not look at.
cat > either.p <<'P'
event eGo;

machine Main {
    start state Init {
        entry {
            if ($) {
                goto Left;
            } else {
                goto Right;
            }
        }
    }
    state Left { }
    state Right { }
}
P

# What a resting machine has in its queue: eLater is passed over and stays, eDust is
# dropped, eKey is received.
cat > queue.p <<'P'
event eLater;
event eDust;
event eKey;

machine Main {
    start state Init {
        entry {
            var box: machine;
            box = new Box();
            send box, eLater;
            send box, eDust;
            send box, eKey;
        }
    }
}

machine Box {
    start state Locked {
        entry {
            receive {
                case eKey: { }
            }
            goto Open;
        }
        on eDust do { }
    }
    state Open {
        defer eLater;
        ignore eDust;
    }
}
P

# The monitor fails at the announcement: what comes behind it never happens.
cat > cut.p <<'P'
event eBefore;
event eBad;

machine Main {
    start state Init {
        entry {
            raise eBefore;
        }
        on eBefore do {
            announce eBad;
            goto Done;
        }
    }
    state Done { }
}

spec Judge observes eBad {
    start hot state Waiting {
        on eBad do {
            assert false, "bad";
        }
    }
    cold state Fine { }
}
P

# The state on top acts by what it inherits, and what it does not handle pops it.
cat > levels.p <<'P'
event Up;
event Act;
event Back;
event Rest;

main machine Main {
    start state Below {
        entry {
            send this, Up;
            send this, Act;
            send this, Back;
        }
        on Up push Above;
        on Act do { };
        on Back goto Last;
        on Rest do { };
    }
    state Above { }
    state Last { }
}
P

# Many schedules, one of them fails; deferred events on the way.
cat > race.p <<'P'
event eAsk: int;
event eLock;

machine Main {
    start state Init {
        entry {
            var judge: machine;
            judge = new Judge();
            new Client((judge = judge, number = 1));
            new Client((judge = judge, number = 2));
            new Client((judge = judge, number = 3));
        }
    }
}

machine Client {
    start state Init {
        entry (p: (judge: machine, number: int)) {
            send p.judge, eLock;
            send p.judge, eAsk, p.number;
        }
    }
}

machine Judge {
    var last: int;
    start state Open {
        on eLock goto Locked;
        defer eAsk;
    }
    state Locked {
        defer eLock;
        on eAsk goto Open with (number: int) {
            assert number != 1 || last != 3, "three before one";
            last = number;
        }
    }
}
P

# lines TEXT...: standard output has this line, whatever the blanks in it.
lines()
{
    for line; do
        if tr -s ' ' < out | grep -qxF -e "$line"; then passes; else fails "no line: $line"; fi
    done
}

no_lines()
{
    for line; do
        if tr -s ' ' < out | grep -qxF -e "$line"; then fails "a line: $line"; else passes; fi
    done
}

same()
{
    if cmp -s "$1" "$2"; then passes; else fails "$1 and $2 differ"; fi
}

# is PYTHON: what the file c.json holds, as `c`.
is()
{
    if python3 -c "import json; c = json.load(open('c.json')); assert $1" 2> why; then
        passes
    else
        fails "not in c.json: $1"
    fi
}

# ------------------------------------------------------------------------------ the counts

run 10 check --no-warn all --coverage ticks.p
exits 0
lines 'coverage of 1 test:' \
    ' Main 2 of 3 66.7 % 2 of 4 50.0 % 1 of 1 100.0 %' \
    ' all 2 of 3 66.7 % 2 of 4 50.0 % 1 of 1 100.0 %' \
    ' Main, state Lost: never entered (ticks.p:21:11)' \
    ' event eOdd: never sent, raised or announced' \
    ' state Run, start: entered 1' \
    ' eTick do 3' \
    ' eStop goto Done 1' \
    ' state Done: entered 1' \
    ' state Lost: never entered' \
    ' eOdd do never' \
    ' eStop defer never' \
    ' eTick Main -> Main 3' \
    ' (the test) -> Main 1'
# A state that was never entered stands for its events.
no_lines ' Main, state Lost: on eOdd do (ticks.p:22:12)'

run 10 check --no-warn all ticks.p
if grep -q '^coverage' out; then fails 'a report that nobody asked for'; else passes; fi

# Every search, every way to count.
for program in either.p queue.p levels.p; do
    rm -f plain.json
    run 20 check --no-warn all -q --search ses --coverage-json plain.json $program
    for how in '--search dfs --no-memo' '--search bfs --workers 2' '--search bfs --store exact'; do
        rm -f other.json
        # shellcheck disable=SC2086
        run 20 check --no-warn all -q $how --coverage-json other.json $program
        exits 0
        same other.json plain.json
    done
done

# ---------------------------------------------------------------------- only what was taken

# A schedule makes one of the choices; the other was worked out beside it.
left=0
right=0
for seed in 1 2 3 4 5 6 7 8 9 10; do
    run 10 check -v --no-warn all --search random -s 1 --seed $seed --coverage either.p
    lines ' Main 2 of 3 66.7 % - 1 of 2 50.0 %'
    if tr -s ' ' < out | grep -qxF ' state Left: entered 1'; then left=1; fi
    if tr -s ' ' < out | grep -qxF ' state Right: entered 1'; then right=1; fi
done
if [ $left$right = 11 ]; then passes; else fails 'ten schedules all choose the same'; fi
prints 'seen: 0 of 0 (machine, state, event) triples, 2 of 3 states of machines'

# Without a delay the first alternative is all there is.
run 10 check --no-warn all --search ses --delays 0 --coverage either.p
lines ' Main 2 of 3 66.7 % - 1 of 2 50.0 %'
run 10 check --no-warn all --search ses --delays 1 --coverage either.p
lines ' Main 3 of 3 100.0 % - 2 of 2 100.0 %' ' nothing: all that is declared was seen'

run 10 check --no-warn all --coverage cut.p
exits 1
lines ' Main, state Init: statement goto Done (cut.p:11:13)' \
    ' Main, state Done: never entered (cut.p:14:11)' \
    ' eBefore do 1' \
    'monitor Judge: 1 of 1 hot and 0 of 1 cold states reached' \
    ' state Waiting, start, hot: entered 1' \
    ' eBad do 1' \
    ' state Fine, cold: never entered' \
    ' eBad Main 1'

# ---------------------------------------------------------------------------------- queues

run 10 check --no-warn all --search bfs --coverage queue.p
exits 0
lines ' eKey receive 1' \
    ' eDust do never' \
    ' eLater defer seen' \
    ' (statement) goto Open 1'
# The dust comes before the key or not at all: it is dropped when the box is open.
if tr -s ' ' < out | grep -q '^ eDust ignore [1-9]'; then passes; else fails 'eDust is not ignored'; fi

run 10 check --no-warn all --search bfs --coverage levels.p
exits 0
lines ' Up push Above 1' \
    ' Act do 1' \
    ' Back goto Last 1' \
    ' Rest do never' \
    ' state Above: entered 1' \
    ' Act inherited 1' \
    ' Main 3 of 3 100.0 % 3 of 4 75.0 % 2 of 2 100.0 %'

# -------------------------------------------------------------------------------- the file

rm -f c.json
run 10 check --no-warn all -q --coverage-json c.json ticks.p
exits 0
says_nothing
is "c['format'] == 'plait-coverage' and c['runs'] == 1 and c['tests'] == ['DefaultImpl']"
is "c['events_share'] == {'seen': 2, 'declared': 4, 'percent': 50.0}"
is "[s['entered'] for s in c['machines'][0]['states']] == [1, 1, 0]"
is "c['sent'] == [{'by': 'Main', 'event': 'eTick', 'to': 'Main', 'count': 3}]"
is "{'event': 'eStop', 'way': 'raised', 'count': 1} in c['machines'][0]['states'][0]['events']"
cp c.json once.json
run 10 check --no-warn all --coverage --coverage-json c.json ticks.p
lines 'coverage of 1 test in 2 runs:' ' eTick do 6' ' eTick Main -> Main 6' ' (the test) -> Main 2'
is "c['runs'] == 2 and c['machines'][0]['states'][0]['transitions'][0]['count'] == 2"

# Two halves of a program make a whole.
rm -f c.json
for seed in 1 2 3 4 5 6 7 8 9 10; do
    run 10 check --no-warn all -q --search random -s 1 --seed $seed --coverage-json c.json either.p
done
is "c['runs'] == 10 and c['states_share']['seen'] == 3"
is "sum(s['entered'] for s in c['machines'][0]['states'][1:]) == 10"

# Levels, and what was deferred, survive the file.
for program in levels.p queue.p cut.p; do
    rm -f c.json
    run 10 check --no-warn all -q --search bfs --coverage-json c.json $program
    cp c.json one.json
    run 10 check --no-warn all -q --search bfs --coverage-json c.json $program
    is "c['states_share'] == json.load(open('one.json'))['states_share']"
    is "c['events_share'] == json.load(open('one.json'))['events_share']"
    is "c['transitions_share'] == json.load(open('one.json'))['transitions_share']"
    is "len(str(c)) - len(str(json.load(open('one.json')))) < 20"
done

# Another program, and the same one changed.
cp once.json c.json
run 10 check --no-warn all --coverage-json c.json either.p
exits 0
says 'note: c.json is of another program, or the program has changed: it begins anew'
is "c['runs'] == 1 and len(c['machines'][0]['states']) == 3"
cp ticks.p changed.p
cp once.json c.json
run 10 check --no-warn all --coverage-json c.json changed.p
says_not 'begins anew'
is "c['runs'] == 2"
echo '// more' >> changed.p
run 10 check --no-warn all --coverage-json c.json changed.p
says 'begins anew'

# Something else is not overwritten.
for text in '{}' 'precious' '[1]' '{"format": "plait-coverage", "schema": 2}'; do
    echo "$text" > precious.json
    run 10 check --no-warn all --coverage-json precious.json ticks.p
    exits 3
    says 'precious.json is no coverage of plait; it is left as it is'
    if [ "$(cat precious.json)" = "$text" ]; then passes; else fails 'precious.json has changed'; fi
done
run 10 check --no-warn all --coverage-json - ticks.p
exits 3
says '--coverage-json wants a file'
mkdir folder
run 10 check --no-warn all --coverage-json folder ticks.p
exits 3
run 10 check --no-warn all --coverage-json ticks.p/c.json ticks.p
exits 3

# Standard output is the JSON object's alone.
run 10 check --no-warn all --coverage --json - ticks.p
if python3 -c 'import json; json.load(open("out"))'; then passes; else fails 'no JSON'; fi
says 'coverage of 1 test:'
if python3 -c 'import json; t = json.load(open("out"))["tests"][0]["coverage"]
assert t == {"states": {"seen": 2, "declared": 3}, "triples": {"seen": 2, "declared": 4},
             "transitions": {"seen": 1, "declared": 1}}, t'; then passes; else fails 'other shares'; fi

# ------------------------------------------------------------------------- bugs by sampling

# Schedules behind the one that fails do not count, whoever made them.
for search in random pos pct; do
    rm -f one.json two.json
    run 20 check --no-warn all -q --search $search -s 5000 --seed 7 --coverage-json one.json race.p
    exits 1
    run 20 check --no-warn all -q --search $search -s 5000 --seed 7 --workers 2 \
        --coverage-json two.json race.p
    exits 1
    same one.json two.json
done

finish
