#!/usr/bin/env bash
# tests/e2e/network.sh PLAIT: the examples of --network fifo, as their README says.

set -euo pipefail
plait=$(realpath "$1")
examples=$(realpath "$(dirname "$0")/../../examples/network")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
passed=0 failed=0

# expect TEXT COMMAND...: the output has the text.
expect() {
    local text=$1 said
    shift
    said=$("$plait" "$@" 2>&1) || true
    if grep -qF -- "$text" <<<"$said"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'FAIL plait %s\n  must say: %s\n%s\n' "$*" "$text" "$said"
    fi
}

expect '2 tests: 2 verified' check "$examples/overtaken.p"
expect 'tcHasty: BUG: assertion failed: the text is not there' \
    check "$examples/overtaken.p" --network fifo
expect 'Store(2) ' replay plait-out/tcHasty-assertion.trace.jsonl
expect 'gets eRead Reader(3) from Reader(3)' replay plait-out/tcHasty-assertion.trace.jsonl
expect 'tcPatient: verified' check "$examples/overtaken.p" --network fifo

# The trace still shows its bug, whatever the network of a later check.
expect 'tcHasty: verified' check "$examples/overtaken.p" -t tcHasty
expect 'gets eRead Reader(3) from Reader(3)' replay plait-out/tcHasty-assertion.trace.jsonl

deployed=(check "$examples/backup.p" --network fifo --deploy "$examples/backup.json")
expect '2 tests: 2 verified' "${deployed[@]}"
expect 'tcHasty: BUG: deadlock' "${deployed[@]}" --crashes 1
expect 'HastyPrimary(4)  crashes' replay plait-out/tcHasty-deadlock.trace.jsonl
expect 'loses eUpdate on its way to Backup(3)' replay plait-out/tcHasty-deadlock.trace.jsonl
expect 'tcSafe: verified' "${deployed[@]}" --crashes 1
expect 'tcSafe: verified' "${deployed[@]}" --crashes 1 --workers 2 --search bfs --store exact

expect '2 tests: 2 verified' check "$examples/lock.p" --network fifo
expect 'tcTrusting: BUG: assertion failed: an old holder writes after a new one' \
    check "$examples/lock.p" --network fifo --suspicions 1
expect 'is suspected' replay plait-out/tcTrusting-assertion.trace.jsonl
expect 'tcFenced: verified' check "$examples/lock.p" --network fifo --suspicions 1

# Loops with faults: a crash before the answer, and a clock that runs for ever.
cat > asked.p << 'END'
event eAsk: machine;
event eAnswer;
event eTick;

machine Client {
    var server: machine;
    start state Init {
        entry {
            new Clock();
            server = new Server();
            send server, eAsk, this;
        }
        on eAnswer do { }
    }
}

machine Clock {
    start state Run {
        entry { send this, eTick; }
        on eTick do { send this, eTick; }
    }
}

machine Server {
    start state Init {
        on eAsk do (client: machine) { send client, eAnswer; }
    }
}

spec Served observes eAsk, eAnswer {
    start cold state Idle {
        on eAsk goto Waiting;
    }
    hot state Waiting {
        on eAnswer goto Idle;
    }
}

test tcAsked [main = Client]: assert Served in { Client, Server, Clock };
END
expect 'tcAsked: verified' check asked.p --network fifo
for search in ses random pct; do
    expect 'tcAsked: BUG: liveness: Served is never cold again' \
        check asked.p --network fifo --crashes 1 --search $search
    expect 'crashes' replay plait-out/tcAsked-liveness.trace.jsonl
done

# Bounds count what is in the queue, not what travels; a crash can come between two announcements,
# also with classic points.
cat > bounds.p << 'END'
event eOne assert 1;
main machine Main {
    var far: machine;
    start state Init {
        entry {
            far = new Far();
            send far, eOne;
            send far, eOne;
        }
    }
}
machine Far {
    start state Init {
        defer eOne;
    }
}
END
for points in modern classic full; do
    expect 'BUG: queue bound: the queue of Far(2) holds 2 events eOne; it may hold 1' \
        check bounds.p --network fifo --points $points
    expect '2 events eOne; it may hold 1' replay plait-out/DefaultImpl-queue-bound.trace.jsonl
done
sed 's/assert 1/assume 1/' bounds.p > assumed.p
expect 'the assumptions leave nothing to explore' check assumed.p --network fifo

cat > told.p << 'END'
event eFirst;
event eSecond;
machine Main {
    start state Init {
        entry {
            announce eFirst;
            announce eSecond;
        }
    }
}
spec Both observes eFirst, eSecond {
    start cold state Neither { on eFirst goto One; }
    hot state One { on eSecond goto Two; }
    cold state Two { }
}
test tc [main = Main]: assert Both in { Main };
END
for points in modern classic full; do
    expect 'tc: verified' check told.p --network fifo --points $points
    expect 'tc: BUG: liveness' check told.p --network fifo --crashes 1 --points $points
done

# A corpus: a trace is replayed where its network, containers and faults are explored.
crashing=("${deployed[@]}" --corpus past -t tcHasty)
expect 'tcHasty: BUG: deadlock' "${crashing[@]}" --crashes 1
expect 'corpus: 1 trace replayed, 1 still fails' "${crashing[@]}" --crashes 1
expect 'corpus: 1 trace replayed, 1 still fails' "${crashing[@]}" --crashes 1 --cuts 1
expect 'this check explores no such execution' "${crashing[@]}"
expect 'corpus: 1 trace replayed, 0 still fail, 1 passed over' "${crashing[@]}"
expect 'this check explores no such execution' \
    check "$examples/backup.p" --corpus past -t tcHasty
expect 'this check explores no such execution' \
    check "$examples/backup.p" --network fifo --crashes 1 --corpus past -t tcHasty

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
