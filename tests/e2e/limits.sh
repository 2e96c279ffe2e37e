#!/bin/sh
# Limits and signals also end a step; a long handler ends, an endless one is a bug.
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$(dirname "$0")/lib.sh"

PLAIT_CACHE=$folder/cache
export PLAIT_CACHE

# program NAME ENTRY: a machine whose first handler does that.
program()
{
    printf 'event eTold: int;\nmachine Main {\n    start state Init {\n        entry {\n%s\n%s\n        }\n    }\n}\n' \
        '            var i, sum: int; var one, many: seq[int];' "            $2" > "$1"
}
spec='spec Ear observes eTold { start state Init { on eTold do (n: int) { } } }'

# is EXPRESSION VALUE: about result.json.
is()
{
    python3 -c '
import json, sys
test = json.load(open("result.json"))["tests"][0]
print(eval(sys.argv[1]))' "$1" > value 2> err || fails "no $1"
    if [ "$(cat value)" = "$2" ]; then passes; else fails "$1 is $(cat value), not $2"; fi
}

# ------------------------------------------------------------------------- long handlers

program long.p 'one += (0, 1); while (i < 30000) { sum = sum + choose(one); i = i + 1; } assert sum == 30000;'
for options in '' --native --no-memo '--search random --schedules 2'; do
    run 30 check $options long.p
    exits 0
done
run 30 run long.p
exits 0
program told.p 'while (i < 70000) { announce eTold, 1; i = i + 1; }'
echo "$spec" >> told.p
for options in '' '--points classic' '--search random --schedules 2'; do
    run 30 check $options told.p
    exits 0
done

# ---------------------------------------------------------------------- endless handlers

# The same bug at the same place, found by search, replay and run, interpreted or compiled.
# endless NAME COLUMN OPTION...
endless()
{
    name=$1
    column=$2
    shift 2
    for native in '' --native; do
        run 30 check --loop-limit 1000000 $native "$@" "$name"
        exits 1
        prints 'infinite-loop'
        prints "  $name:6:$column"
        if grep -q 'bug of plait' out; then fails 'search and execution differ'; else passes; fi
    done
    run 30 replay plait-out/DefaultImpl-infinite-loop.trace.jsonl
    exits 1
    prints "at $name:6:$column"
    for native in '' --native; do
        run 30 run --specs --loop-limit 1000000 $native "$name"
        exits 1
        says 'infinite-loop'
        says "at $name:6:$column"
    done
}

program choice.p 'one += (0, 5); while (true) { sum = (sum + choose(one)) % 7; }'
endless choice.p 28
program announce.p 'while (true) { announce eTold, 1; }'
endless announce.p 13
echo "$spec" >> announce.p
endless announce.p 13
endless announce.p 13 --points classic
program print.p 'while (true) { print "again"; }'
endless print.p 13
program jump.p 'while (true) { i = i + 1; }'
endless jump.p 13

# Short moves between choices, too many of them: fuel is for all of it, whatever is
# remembered of a move.
program sum.p 'while (i < 4) { if ($) { sum = 0; while (sum < 300) { sum = sum + 1; } } i = i + 1; }'
for options in '' --no-memo --native '--search dfs' '--points full' '--workers 2 --search bfs'; do
    run 30 check --loop-limit 1000 $options sum.p
    exits 1
    prints 'infinite-loop'
    if grep -q 'bug of plait' out; then fails 'search and execution differ'; else passes; fi
    run 30 check --loop-limit 2000 $options sum.p
    exits 0
done

# --------------------------------------------------------------------- inside of a step

program grows.p 'while (true) { many += (0, 1); }'
echo "$spec" >> grows.p
python3 - > circle.p << 'END'
print("machine Main {")
print("start state S0 { entry { goto S1; } }")
for i in range(1, 300):
    print(f"state S{i} {{ entry {{ goto S{(i + 1) % 300}; }} }}")
print("}")
END
program listens.p 'announce eTold, 1;'
echo 'spec Ear observes eTold { start state Init { on eTold do (n: int) { while (n > 0) { } } } }' \
    >> listens.p
program starts.p 'i = 0;'
echo 'spec Ear observes eTold { start state Init { entry { while (true) { } } } }' >> starts.p

for file in grows.p circle.p listens.p starts.p; do
    for options in '' --native '--search dfs --workers 2' '--search random'; do
        [ $file != circle.p ] || [ "$options" != --native ] || continue
        run 20 check --time 0.4 --loop-limit 1000000000000 --memory 4000 --json result.json \
            $options "$file"
        exits 0
        is "test['limits_hit'][0]" time
        is "test['complete']" False
        is "test['seconds'] < 3 * $factor" True
    done
    for signal in INT TERM; do
        [ $file = circle.p ] || [ $signal = INT ] || continue
        command_line="check $file, SIG$signal"
        empty out err
        env --default-signal=INT "$plait" check --loop-limit 1000000000000 --json result.json \
            "$file" > out 2> err < /dev/null &
        until_it_listens $!
        sleep 0.7
        kill -s $signal $!
        wait $!
        code=$?
        if [ $signal = INT ]; then exits 130; else exits 143; fi
        is "test['limits_hit']" "['interrupted']"
    done
done

# A run, too: nothing is left behind of a handler that does not end.
for native in '' --native; do
    run 20 run --time 1 --loop-limit 1000000000000 $native circle.p
    exits 0
    says_not 'does not end'
done

# Memory: values that a step makes count. The limit is kept, and other tests are checked. (Texts that are
# never read are not made: so these are read.)
cat > memory.p << 'END'
machine Main { start state S { entry { var s: string; s = "a"; while (s != "") { s = s + s; } } } }
machine Grow {
    start state S {
        entry {
            var all: map[int, seq[string]]; var some: seq[string]; var i: int;
            while (!(i in all) || all[i][0] != "") {
                some += (0, format("{0}", i));
                all[i] = some;
                i = i + 1;
                if (i % 100 == 0) {
                    some = default(seq[string]);
                }
            }
        }
    }
}
machine Fails { start state S { entry { assert false, "found before"; } } }
test tcFails [main = Fails]: { Fails };
test tcMain [main = Main]: { Main };
test tcGrow [main = Grow]: { Grow };
test tcAfter [main = Fails]: { Fails };
END
# With a sanitizer memory is not measured, and what C held when a step was left counts as lost.
[ -z "${PLAIT_SANITIZED:-}" ] || finish
for options in '' --native '--search dfs --workers 2' '--search random'; do
    run 60 check --memory 300 --no-shrink --json result.json --junit result.xml $options memory.p
    exits 1
    python3 -c '
import json
tests = {t["test"]: t for t in json.load(open("result.json"))["tests"]}
assert tests["tcFails"]["verdict"] == tests["tcAfter"]["verdict"] == "bug"
assert tests["tcMain"]["limits_hit"][0] == tests["tcGrow"]["limits_hit"][0] == "memory"
' 2> err || fails 'other verdicts, or other limits'
    if grep -q 'found before' result.json && grep -q 'found before' result.xml; then passes; else
        fails 'the reports lack what was found'; fi
    rm -f result.json result.xml
done
for name in tcMain tcGrow; do
    command_line="check --memory 300 -t $name memory.p"
    timeout -k 2 60 python3 -c '
import resource, subprocess, sys
code = subprocess.call(sys.argv[1:])
print("peak", resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
sys.exit(code)' "$plait" check --memory 300 --workers 2 -t $name memory.p > out 2> err
    code=$?
    exits 0
    if [ "$(sed -n 's/^peak //p' out)" -lt $((375 * 1024)) ]; then passes; else fails 'peak'; fi
done

# ------------------------------------------------------------- steps that are abandoned

# A machine whose step is abandoned can run, although it has no step: the explorer may not hear that
# it is blocked (an assertion of the debug build).
for seconds in 0.2 0.25 0.3 0.35 0.4 0.45; do
    run 30 check --search ses --reduce none --workers 2 --no-memo --time $seconds \
        -t tcTpc___participants_3__transactions_2 "$root/bench/spin/tpc.p"
    exits 0
done

finish
