#!/bin/sh
# tests/e2e/workers.sh PLAIT: several workers give the same result as one.
here=$(dirname "$(realpath "$0")")
. "$here/lib.sh"

# count SEARCH WORKERS PROGRAM: states and transitions of its tests, in `counted`
count()
{
    run 30 check --json - --no-warn all --search "$1" --workers "$2" "$3"
    exits 0
    counted=$(python3 -c "
import json
for test in json.load(open('out'))['tests']:
    print(test['test'], test['states'], test['transitions'])")
}

for program in two_phase_commit token_ring lock_server philosophers; do
    path="$here/../check/protocols/$program.p"
    for search in ses bfs dfs pb; do
        count $search 1 "$path"
        one=$counted
        count $search 3 "$path"
        if [ -n "$one" ] && [ "$one" = "$counted" ]; then
            passes
        else
            fails "one worker: $one; three: $counted"
        fi
    done
done

finish
