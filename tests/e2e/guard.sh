#!/bin/sh
# Foreign code that crashes, ends the process or does not return: there is a verdict nevertheless.
. "$(dirname "$0")/lib.sh"

PLAIT_CACHE=$folder/cache
export PLAIT_CACHE

cat > wild.p << 'END'
fun Do(n: int): int;
param what: int;
machine Main {
    start state Init {
        entry {
            var x: int;
            if ($) {
                x = Do(what);
            }
            assert x == 0, "after all";
        }
    }
}
machine Fine { start state Init { entry { } } }
test param (what in [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]) tc [main = Main]: { Main };
test tcFine [main = Fine]: { Fine };
END
cat > wild.c << 'END'
#include <assert.h>
#include <err.h>
#include <plait/foreign.h>
#include <stdlib.h>
#include <unistd.h>

static volatile int zero;

static int deep(int n)
{
    volatile char room[4096];
    room[n % 4096] = 1;
    return deep(n + 1) + room[0];
}

bool P_FUN_Do(PForeignCall *call)
{
    switch (p_arg_int(call, 0)) {
    case 0:
        *(volatile int *)8 = 1;
        break;
    case 1:
        return p_result(call, (PWord)(7 / zero));
    case 2:
        return p_result(call, (PWord)deep(0));
    case 3:
        abort();
    case 4:
        exit(0);
    case 5:
        _exit(0);
    case 6:
        quick_exit(0);
    case 7:
        _Exit(0);
    case 8:
        assert(zero == 1);
        break;
    case 9:
        return p_foreign_fail(call, "it has failed");
    case 10:
        for (;;)
            zero = 0;
    case 11:
        errx(0, "by way of a library");
    }
    return p_result(call, 0);
}
END

for options in '' '--native --workers 2' '--search random'; do
    run 60 check --json result.json --shrink-time 1 $options wild.p wild.c
    exits 1
    prints 'Do: segmentation fault'
    prints 'Do: division by zero'
    prints 'Do: it called abort'
    prints 'Do: it called exit(0)'
    prints 'Do: it called _exit(0)'
    prints 'Do: it called quick_exit(0)'
    prints 'Do: it called _Exit(0)'
    prints 'Do: assertion `zero == 1` failed at wild.c'
    prints 'Do: it has failed'
    prints 'tcFine: '
    if grep -q 'bug of plait' out; then fails 'search and execution differ'; else passes; fi
    command_line='result.json'
    python3 -c '
import json
tests = json.load(open("result.json"))["tests"]
assert sum(t["verdict"] == "bug" and t["bug"]["kind"] == "foreign" for t in tests) == 10
assert len(tests) == 11' 2> err || fails 'not ten bugs of kind foreign'
done
run 20 replay plait-out/tc___what_4-foreign.trace.jsonl wild.p wild.c
exits 1
prints 'Do: it called exit(0)'

# A call that does not come back: --time holds; without it that is a bug, too.
sed 's/\[0.*9\]/[10]/' wild.p > late.p
run 20 check --time 0.5 --json result.json late.p wild.c
exits 0
if grep -q '"time"' result.json; then passes; else fails 'the limit is not named'; fi
run 60 check --no-shrink -t tc late.p wild.c
exits 1
prints 'Do: no answer within 5 seconds'

# Where there is no way back, at least nobody takes it for a proof.
sed 's/\[0.*9\]/[11]/' wild.p > library.p
run 20 check --json result.json --junit result.xml library.p wild.c
exits 3
says 'foreign code has ended the process'
if grep -q '"cannot-check"' result.json && grep -q '<error' result.xml; then
    passes
else
    fails 'what is known is not written'
fi

# A run is not guarded.
printf 'fun Do(what: int): int;\nmachine Main { start state S { entry { print "now"; Do(4); } } }\n' \
    > run.p
run 20 run run.p wild.c
exits 0

# Explorers.
printf 'event e;\nmachine Main { start state S { entry { new A(); new A(); } } }\n%s\n' \
    'machine A { start state S { entry { send this, e; } on e do { } } }' > two.p
# explorer CODE: what it does when a machine is ready for the third time.
explorer()
{
    cat > wild_explorer.c << END
#include <plait/explorer.h>
#include <stdlib.h>
static void ready(PExplorerState *d, uint32_t machine)
{
    static int calls;
    p_line_push_back(&d->lines[0], machine);
    if (++calls > 2)
        $1;
}
const PExplorer plait_explorer = {.schema = P_EXPLORER_SCHEMA, .name = "wild", .ready = ready};
END
    run 20 check --explorer wild_explorer.c two.p
    exits 3
}
explorer 'exit(0)'
prints 'it called exit(0)'
explorer 'abort()'
prints 'it called abort'
explorer 'd->lines[0].count = 100000'
prints 'has broken its own lines'
explorer 'for (int i = 0; i < 1000000; i++) d->lines[0].places[i].machine = 7'
prints 'segmentation fault'

finish
