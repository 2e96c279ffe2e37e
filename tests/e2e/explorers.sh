#!/bin/sh
# The explorer of docs/explorers.md, unchanged; and explorers that are wrong.
page=$(realpath "$(dirname "$0")/../../docs/explorers.md")
. "$(dirname "$0")/lib.sh"

PLAIT_CACHE=$folder/cache
export PLAIT_CACHE

# block LANGUAGE: the block of the page in that language; there is one of each.
block()
{
    awk -v fence="\`\`\`$1" '$0 == fence { on = 1; next } /^```/ { on = 0 } on' "$page"
}
block p > chain.p
block c > chain.c

# delays EXPLORER: how many it takes to the bug.
delays()
{
    run 60 check --json result.json --explorer "$1" chain.p
    exits 1
    python3 -c '
import json
print(json.load(open("result.json"))["tests"][0]["bug"]["delays"])' > delays 2> err ||
        fails 'no number of delays in the JSON'
}

# The page says 3 delays with it, all for choices, and 5 with rtc.
delays rtc
with_rtc=$(cat delays)
delays chain.c
prints 'Answered is in hot state Waiting'
with_chain=$(cat delays)
delays custom
with_custom=$(cat delays)
command_line='delays with rtc, chain.c, custom'
if [ "$with_rtc $with_chain $with_custom" = '5 3 3' ]; then passes; else
    fails "$with_rtc, $with_chain, $with_custom"; fi
run 60 check -v --explorer chain.c --choice-cost free chain.p
exits 1
prints '0 delays'

# The repair that the page names.
sed -e '/unsure = default/d' -e 's/sizeof(chain) < 6/sizeof(chain) < 3/' chain.p > fixed.p
run 60 check --explorer chain.c fixed.p
exits 0
prints 'verified: all schedules covered'
for explorer in rr rtc custom; do
    cp out with_chain
    run 60 check --explorer $explorer fixed.p
    states() { grep -o '[0-9,]* states, [0-9,]* transitions' "$1"; }
    if [ "$(states out)" = "$(states with_chain)" ]; then passes; else
        fails "other states than with chain.c: $(states with_chain)"; fi
done

# In a run it is silent, and needs no C.
run 20 run -t tcChain --workers 1 chain.p
exits 0
says_not 'nothing supplies'
run 60 build -o chain chain.p
exits 0
run 20 compile -o there chain.p
exits 0
if [ ! -e there/chain_foreign.c ]; then passes; else fails 'stubs that nobody needs'; fi

# What cannot be used.
run 20 check --explorer rtk chain.p
exits 3
says 'no explorer is called `rtk`'
run 20 check --explorer nowhere.c chain.p
exits 3
says 'cannot read nowhere.c'
echo 'int x = ;' > wrong.c
run 20 check --explorer wrong.c chain.p
exits 3
says 'wrong.c:1'
echo 'int x;' > other.c
run 20 check --explorer other.c chain.p
exits 3
says 'other.c is no explorer'

# What goes wrong on the way.
sed -e 's/own->has_started = 1;/*(volatile int *)0 = 1;/' chain.c > crash.c
run 20 check --explorer crash.c chain.p
exits 3
says 'the explorer crash.c failed in tell: segmentation fault'
sed -e 's/own->has_started = 1;/while (*(volatile int64_t *)\&op) ;/' chain.c > loop.c
run 30 check --explorer loop.c chain.p
exits 3
says 'the explorer loop.c failed in tell: no answer within 5 seconds'

# What is left out is appended, and said.
sed -e 's/uint32_t m = machines\[k\];/uint32_t m = machines[0];/' chain.c > unsound.c
run 60 check --explorer unsound.c fixed.p
exits 0
prints 'verified: all schedules covered'
if cat out err | grep -q 'chain puts machine'; then passes; else fails 'unsound, and not said'; fi

# A seal hides schedules, and the verdict says so.
cat > sealed.p <<'P'
fun Seal();
fun Unseal();
event eNote: int;

machine Box {
    var notes: int;
    start state Init {
        on eNote do (n: int) {
            assert notes != 1 || n == 1, "the notes are mixed";
            notes = (notes + 1) % 2;
        }
    }
}

machine Writer {
    start state Init {
        entry (box: Box) {
            Seal();
            send box, eNote, 0;
            send box, eNote, 1;
            Unseal();
        }
    }
}

machine Main {
    start state Init {
        entry {
            var box: Box;
            box = new Box();
            new Writer(box);
            new Writer(box);
        }
    }
}
P
sed -e '/Seal();$/d' -e '/Unseal();$/d' sealed.p > open.p
run 20 check --explorer rr open.p
exits 1
prints 'the notes are mixed'
for explorer in rr rtc random; do
    run 20 check --search ses --explorer $explorer sealed.p
    exits 0
    prints 'seal'
    # Both ways to make the steps of a sealed state count them.
    for store in fingerprint exact; do
        run 20 check --search ses --explorer $explorer --reduce none --store $store --quiet --json - sealed.p
        exits 0
        grep -E '"(states|transitions)":' out | sort > $store.counts
    done
    if [ -s exact.counts ] && cmp -s fingerprint.counts exact.counts; then passes; else
        fails 'the stores count differently'
    fi
done

finish
