#!/bin/sh
# tests/e2e/conform.sh PLAIT: the traces of the containers of a run as one story, and the checker's
# executor makes the same steps.
mutants=$(realpath "$(dirname "$0")/../cluster/mutants")
. "$(dirname "$0")/lib.sh"

cat > bank.p <<'END'
event eAsk: (from: machine, sum: int);
event eYes: int;
event eNo;
event eBye;
spec Honest observes eAsk, eYes {
    var asked: int;
    start state Watch {
        on eAsk do (p: (from: machine, sum: int)) { asked = asked + p.sum; }
        on eYes do (sum: int) { assert sum <= asked, "more than was asked for"; }
    }
}
machine Main {
    var bank: machine;
    var left: int;
    start state Init {
        entry {
            bank = new Bank((limit = 20, name = "city"));
            left = 10;
            goto Ask;
        }
    }
    state Ask {
        entry { send bank, eAsk, (from = this, sum = choose(5) + 1); }
        on eYes do (sum: int) { print format("got {0} from {1}", sum, bank); goto Again; }
        on eNo goto Again;
        ignore eBye;
    }
    state Again {
        entry {
            left = left - 1;
            if (left > 0) { goto Ask; }
            send bank, eBye;
        }
        on eBye do { raise halt; }
    }
}
machine Bank {
    var limit: int;
    var book: machine;
    start state Init {
        entry (p: (limit: int, name: string)) {
            limit = p.limit;
            book = new Book();
            send book, eYes, 0;
        }
        on eAsk do (p: (from: machine, sum: int)) {
            if ($ && p.sum <= limit) {
                limit = limit - p.sum;
                send p.from, eYes, p.sum;
            } else {
                send p.from, eNo;
            }
            send book, eYes, p.sum;
        }
        on eBye do { send book, eBye; }
    }
}
machine Book {
    var sums: seq[int];
    start state Init {
        defer eYes;
        entry { send this, eNo; }
        on eNo goto Open;
    }
    state Open {
        on eYes do (sum: int) { sums += (sizeof(sums), sum); }
        on eBye do { print format("{0} entries", sizeof(sums)); raise halt; }
    }
}
END
sed -e '/^spec Honest/,/^}/d' bank.p > quiet.p
echo '{"plait-deploy": 1, "machines": {"Book": {"container": "with-creator"}}}' > d.json

for seed in 1 2 3; do
    run 60 run -q --deploy d.json --seed $seed --trace run$seed bank.p
    exits 0
    prints '11 entries'
    run 20 replay -q --conform run$seed
    exits 0
    prints 'steps of 2 containers are an execution of the checked program'
done

# One story: what was sent is before what arrives.
run 20 replay run1
exits 0
prints 'run of DefaultImpl, 2 containers'
prints 'gets eAsk'
prints 'no bug'
command_line='plait replay run1: the first event'
if [ "$(grep -n 'sends eAsk' out | head -n 1 | cut -d : -f 1)" -lt \
     "$(grep -n 'gets eAsk' out | head -n 1 | cut -d : -f 1)" ]; then passes; else
    fails 'it arrives before it is sent'
fi

# The trace of one container is printed as that of a run is.
run 20 replay run1/1.trace
exits 0
prints 'run of DefaultImpl'

# Other programs do other things. Each of these differs from what ran.
differs()
{
    sed -e "$1" bank.p > other.p
    cmp -s bank.p other.p && fails "$1 changes nothing"
    run 20 replay -q --conform run1 other.p
    exits 1
    prints 'does not conform: run1/'
}
differs 's/sum = choose(5) + 1/sum = choose(5) + 2/'
differs 's/choose(5)/choose(6)/'
differs 's/limit = 20/limit = 21/'
differs 's/left = 10/left = 9/'
differs 's/left = 10/left = 11/'
differs 's/if (\$ \&\& /if (/'
differs 's/send book, eYes, p.sum;/send book, eYes, p.sum; send book, eYes, 1;/'
differs 's/goto Again; }/goto Again; print "more"; }/;s/print format("got {0} from {1}", sum, bank); //'
differs 's/defer eYes;/ignore eYes;/'
differs 's/on eBye do { send book, eBye; }/on eBye do { }/'

# A trace that was changed is refused: the test of the test.
command_line='tests/cluster/mutants run1'
"$mutants" "$plait" run1 --each 2 > out 2> err
code=$?
exits 0
prints '12 passed, 0 failed'

# A monitor watches the story. This one does not hold.
sed 's/assert sum <= asked/assert sum < 1/' bank.p > strict.p
run 20 replay -q --conform run1 strict.p
exits 1
prints 'monitor Honest'

# A test without monitors: --specs lets all of the program watch.
sed 's/assert sum <= asked/assert sum < 3/' bank.p > apart.p
echo 'test tcApart [main = Main]: { Main, Bank, Book };' >> apart.p
run 60 run -q --deploy d.json --seed 1 -t tcApart --trace apart apart.p
exits 0
run 20 replay -q --conform apart
exits 0
run 20 replay -q --specs apart
exits 1
prints 'monitor Honest watches'
prints 'more than was asked for'
run 20 replay -q --specs apart quiet.p
exits 3
run 20 run --deploy d.json --specs bank.p
exits 3
says 'plait replay --specs DIR'

# The traces of a run that goes on: Main has got what Bank has not written yet.
cp -r run1 running
size=$(($(wc -c < running/100000000.trace) / 2))
truncate -s $size running/100000000.trace
run 20 replay -q --conform running
exits 3
run 20 replay --conform --running running
exits 0
prints 'steps are left out: what they need is not in the traces yet'
prints 'conforms: '

# A bug of the program is the same bug in the checker.
sed 's/on eBye do { send book, eBye; }/on eBye do { assert false, "closed"; }/' quiet.p > bug.p
run 60 run -q --deploy d.json --trace bugs bug.p
exits 1
run 20 replay -q --conform bugs
exits 1
prints 'bug: assertion: closed'
prints 'up to the bug of Bank(2)'

# A container that is killed: its trace has no end, and what it did is part of the story.
cat > killed.p <<'END'
event eTick: int;
machine Main {
    var far: machine;
    start state Init {
        entry { far = new Far(this); }
        on eTick do (n: int) {
            if (n == 100) { print "begun"; }
            send far, eTick, n;
        }
    }
}
machine Far {
    var home: machine;
    start state Init {
        entry (who: machine) { home = who; send home, eTick, 1; }
        on eTick do (n: int) { send home, eTick, n + 1; }
    }
}
END
echo '{"plait-deploy": 1}' > own.json
command_line='plait run --deploy own.json --trace killed, then kill -9 of one container'
empty out err
"$plait" run --deploy own.json --trace killed killed.p > out 2> err < /dev/null &
cluster=$!
while ! grep -q begun out && kill -0 $cluster 2> /dev/null; do sleep 0.02; done
kill -9 "$(sed -n 's/.*(Far): process //p' err)"
wait $cluster
code=$?
exits 0
run 60 replay --conform killed
exits 0
prints '1 container ended without an end of the trace'
prints 'steps of 2 containers are an execution of the checked program'
# A block that was not written to its end; one that was changed; a trace that ends in its header.
size=$(wc -c < killed/100000000.trace)
cp killed/100000000.trace whole
printf '\100\0\0\0' >> killed/100000000.trace
run 60 replay -q --conform killed
exits 0
printf 'x' | dd of=killed/100000000.trace bs=1 seek=$((size - 900)) conv=notrunc 2> /dev/null
run 60 replay -q --conform killed
exits 3
says 'is not what was written'
head -c 100 whole > killed/100000000.trace
run 60 replay -q --conform killed
exits 3
cp whole killed/100000000.trace
echo 'machine Main { }' > no-trace.p
run 60 replay --lines no-trace.p
exits 3
says 'no-trace.p is no trace'
run 60 replay --lines whole
exits 0
prints '"what":"deliver","machine":"Main(1.1)","event":"eTick"'

# One that was killed before it could write anything.
: > killed/100000001.trace
run 60 replay -q --conform killed
exits 0

# A machine that is C in the run: what it does comes from outside, in its own container and in another one. Everything else is compared,
# also what it takes, and that it halts. Its model does something else.
cat > clock.p <<'END'
event eWake: machine;
event eRing: int;
event eNote: int;
machine Clock {
    start state Idle {
        entry { assert false, "the model runs"; }
        defer eWake;
    }
}
machine Main {
    var clock, book: machine;
    var rings: int;
    start state Init {
        entry {
            clock = new Clock();
            book = new Book();
            send clock, eWake, this;
        }
        on eRing do (n: int) {
            rings = rings + 1;
            send book, eNote, n + rings;
            if (rings < 4) { send clock, eWake, this; }
            if (rings == 6) { send clock, halt; send clock, eWake, this; }
        }
    }
}
machine Book {
    var sum: int;
    start state Init {
        on eNote do (n: int) { sum = sum + n; print format("sum {0}", sum); }
    }
}
test tcClock [main = Main]: { Main, Clock, Book };
END
cat > clock.c <<'END'
#include <plait/foreign.h>

static void event(PMachine *m, void *state, uint32_t event, PWord payload)
{
    (void)state;
    (void)event;
    p_post(m->runtime, payload, p_event(m->program, "eRing"), 7);
    p_post(m->runtime, payload, p_event(m->program, "eRing"), 8);
}

const PForeignMachine P_MACHINE_Clock = {.event = event};
END
for place in own with-creator; do
    echo "{\"plait-deploy\": 1, \"machines\": {\"Clock\": {\"container\": \"$place\"}}}" > c.json
    run 60 run -q --deploy c.json -t tcClock --trace clock-$place clock.p clock.c
    exits 0
    run 20 replay -q --conform clock-$place
    exits 0
    prints 'are an execution of the checked program'
    # Another program does something else with the same events from outside, or sends the clock something else.
    for change in 's/n + rings/n + 2/' 's/rings < 4/rings < 3/' 's/send clock, halt; //' 's/defer eWake/ignore eWake/;s/rings == 6/rings == 5/'; do
        sed -e "$change" clock.p > other.p
        run 20 replay -q --conform clock-$place other.p
        exits 1
        prints "does not conform: clock-$place/"
    done
done

# What cannot be merged or compared.
mkdir part empty
cp run1/1.trace part
run 20 replay part
exits 3
says 'is the trace of container 100000000 missing?'
cp run1/100000000.trace empty
run 20 replay empty
exits 3
says 'the trace of the container with the main machine is missing'
rm empty/*
run 20 replay empty
exits 3
says 'empty holds no trace'
cp run1/1.trace run1/again.trace
run 20 replay run1
exits 3
says 'are of the same container'
rm run1/again.trace
sed 's/eAsk/eYes/' run1/1.trace > part/1.trace
run 20 replay part
exits 3
says 'not what was written'
echo '{"plait-deploy": 1, "machines": {"Bad": {"container": "own", "restart": "on-failure"}}}' > r.json
cat > fail.p <<'END'
machine Main { start state Init { entry { var b: machine; b = new Bad(7); } } }
machine Bad { start state Init { entry (n: int) { assert n == 0, "again"; } } }
END
run 60 run -q --deploy r.json --trace again fail.p
exits 1
run 20 replay -q --conform again
exits 1
prints 'up to the bug of Bad('
run 20 replay --conform run1/1.trace
exits 3
says 'want a folder with the traces of a cluster'
run 20 replay --values run1
exits 3
says 'not for the traces of a cluster'

finish
