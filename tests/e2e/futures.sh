#!/bin/sh
# The share of random futures that end in a bug, for programs whose share is known by hand.
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$(dirname "$0")/lib.sh"
programs=$root/tests/e2e/futures

# shares PROGRAM SHARE... [-- OPTION...]: the curve of the bug's trace begins, at its turns, with
# these shares of 1,000 futures, up to 5 in 100.
shares()
{
    program=$1
    wanted=
    shift
    while [ $# -gt 0 ] && [ "$1" != -- ]; do
        wanted="$wanted $1"
        shift
    done
    [ $# -eq 0 ] || shift
    rm -rf plait-out
    run 60 check -q --no-shrink "$@" "$programs/$program.p"
    exits 1
    run 60 view --futures 1000 -o page.html plait-out/*.trace.jsonl
    exits 0
    command_line="the shares of $program"
    python3 - $wanted > out 2> err <<'END'
import json, re, sys
page = open("page.html").read()
points = json.loads(re.search(r'"futures":\{"points":(\[.*?\]\])', page).group(1))
print(points[:8])
wanted = [float(word) for word in sys.argv[1:]]
assert len(points) >= len(wanted)
for (turn, tried, hits), share in zip(points, wanted):
    assert abs(hits / tried - share) <= (0 if share in (0, 1) else 0.05), (turn, tried, hits, share)
END
    code=$?
    exits 0
}

shares half 0.5 0.5 1
shares quarter 0.25 0.25 0.5 1
shares hot 0.5 0.5 0.5
shares loop 0.5 0.5 0.5 1
shares crash 0.375 -- --network fifo --crashes 1
# No state comes back: only the length of the executions tells. All later points are in the loop.
run 60 check -q --no-shrink --search random -s 100 --steps 10000 --out long "$programs/counts.p"
exits 1
run 60 view --futures 1000 -o page.html long/tc-liveness.trace.jsonl
exits 0
command_line='the shares of counts'
python3 -c '
import json, re
points = json.loads(re.search(r"\"futures\":\{\"points\":(\[.*?\]\])", open("page.html").read()).group(1))
assert 0 < points[0][2] < points[0][1] and all(tried == hits for _, tried, hits in points[1:]), points
' > out 2> err
code=$?
exits 0

# Driven by hand to a state with a known share.
cat > drive.py <<'END'
import sys
sys.path.insert(0, sys.argv[1])
from client import Explorer

def share(program, kind, wanted, steps, *options):
    with Explorer(sys.argv[2], *options, f"{sys.argv[3]}/{program}.p") as explorer:
        turns = []
        for machine in steps:
            turns = explorer.ask("state", turns=turns, do={"machine": machine, "whole": True})["turns"]
        futures = explorer.ask("futures", turns=turns, count=1000, steps=1000)
        print(program, futures)
        assert futures["tried"] == 1000 and abs(futures["bugs"][kind] / 1000 - wanted) <= 0.05

share("race", "assertion", 0.5, [1])
# The machine of faults is the second, the other one the third.
share("cut", "liveness", 0.25, [1, 3], "--network", "fifo", "--cuts", "1")
END
command_line='futures of states that were reached by hand'
python3 drive.py "$root/tests/e2e/explore" "$plait" "$programs" > out 2> err
code=$?
exits 0

finish
