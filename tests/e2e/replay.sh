#!/bin/sh
# A trace that a check wrote is replayed; one that is incomplete or was changed is refused.
. "$(dirname "$0")/lib.sh"

cat > bank.p <<'P'
event eDeposit: int;
event eAsk: machine;
event eBalance: int;
event eLeave;

machine Account {
    var total: int;

    start state Open {
        on eDeposit do (n: int) { total = total + n; }
        on eAsk do (who: machine) { send who, eBalance, total; }
        on eLeave do { raise halt; }
    }
}

machine Saver {
    start state Saving {
        entry (account: machine) {
            if ($) { send account, eDeposit, 5; }
            send account, eDeposit, 7;
        }
    }
}

machine Main {
    var account: machine;

    start state Init {
        entry {
            account = new Account();
            new Saver(account);
            send account, eAsk, this;
            goto Waiting, 3;
        }
    }

    state Waiting {
        entry (left: int) { print format("{0} \"left\"", left); }
        on eBalance do (n: int) {
            assert n != 12, format("{0} too early", n);
            send account, eLeave;
        }
    }
}

spec Asked observes eAsk, eBalance {
    start cold state Quiet { on eAsk goto Open; }
    hot state Open { on eBalance goto Quiet; }
}

test tcBank [main = Main]: assert Asked in { Main, Account, Saver };
P

trace=found/tcBank-assertion.trace.jsonl
run 20 check --quiet --search bfs --out found bank.p
exits 1
if [ -s "$trace" ]; then passes; else fails "there is no $trace"; fi

# Step by step, then the bug with its place.
run 10 replay "$trace"
exits 1
says_nothing
prints 'test tcBank'
prints 'creates Account(2)'
prints 'creates Saver(3) with Account(2)'
prints 'chooses 1 of 2'
prints 'sends eDeposit 5 to Account(2)'
prints 'takes eDeposit 7 in Open'
prints 'goes to Waiting with 3'
prints 'prints "3 "left""'
prints 'enters Open (hot)'
prints 'enters Quiet (cold)'
prints 'bank.p:11'
prints 'bug: assertion: 12 too early'
prints 'machine Main(1), state Waiting'
prints 'at bank.p:40:13'
prints '40 |             assert n != 12'
if grep -q "$(printf '\033')" out; then fails 'colour without a terminal'; else passes; fi

run 10 replay --color always "$trace"
exits 1
if grep -q "$(printf '\033')" out; then passes; else fails 'no colour'; fi

run 10 replay --quiet "$trace"
exits 1
prints 'bug: assertion: 12 too early'
if grep -q 'creates' out; then fails 'quiet, and tells the story'; else passes; fi

# From elsewhere the paths have to be given.
mkdir -p elsewhere
(cd elsewhere && "$plait" replay "../$trace" > ../out.txt 2> ../err.txt; echo $? > ../code.txt)
command_line='plait replay, in another folder'
code=$(cat code.txt)
mv out.txt out && mv err.txt err
exits 3
says 'plait replay ../found/tcBank-assertion.trace.jsonl PATH...'
run 10 replay "$trace" ../"$(basename "$folder")"/bank.p
exits 1

# A program that was put right: the schedule runs, the bug is gone.
mkdir -p right
sed 's/assert n != 12/assert n != 13/' bank.p > right/bank.p
run 10 replay "$trace" right/bank.p
exits 0
prints 'no bug: the schedule ran to its end'
prints 'the trace has the bug assertion: 12 too early'

# A program that does something else does not fit.
mkdir -p other
sed 's/new Saver(account);//' bank.p > other/bank.p
run 10 replay "$trace" other/bank.p
exits 3
says 'does not fit the program'
says "$trace:"
sed 's/machine Saver/machine Spender/; s/Saver/Spender/g' bank.p > other/bank.p
run 10 replay "$trace" other/bank.p
exits 3
says 'Saver(3) is Spender(3) in this program'
sed 's/tcBank/tcOther/' bank.p > other/bank.p
run 10 replay "$trace" other/bank.p
exits 3
says 'tcBank'
echo 'machine {' > other/bank.p
run 10 replay "$trace" other/bank.p
exits 2

# Cut anywhere, it is refused: between lines, and within one.
size=$(wc -c < "$trace")
for share in 0 1 10 25 50 75 90 99; do
    head -c $((size * share / 100)) "$trace" > cut.jsonl
    run 10 replay cut.jsonl
    exits 3
    says cut.jsonl
done
head -c $((size - 1)) "$trace" > cut.jsonl
run 10 replay cut.jsonl
exits 3
says 'is cut off in this line'
sed '$d' "$trace" > cut.jsonl
run 10 replay cut.jsonl
exits 3
says 'its end is missing'
prints_nothing

# Altered anywhere, too.
lines=$(wc -l < "$trace")
for line in 2 5 10 "$lines"; do
    sed "${line}d" "$trace" > altered.jsonl
    run 10 replay altered.jsonl
    exits 3
    says altered.jsonl:
done
alter()
{
    sed "$1" "$trace" > altered.jsonl
    if cmp -s "$trace" altered.jsonl; then fails "nothing to alter: $1"; fi
    run 10 replay altered.jsonl
    exits 3
    says altered.jsonl:
    says "$2"
    prints_nothing
}
alter 's/"chosen":1/"chosen":0/' 'are not what was written'
alter 's/"moves":[0-9]*/"moves":"many"/' '`moves` is missing, or is no number'
alter 's/"machine":"Saver(3)","moves"/"machine":"Saver(4000000)","moves"/' 'there are fewer machines'
alter 's/"machine":"Saver(3)","moves"/"machine":"Saver","moves"/' 'is not the name of a machine'
alter 's/^{/[/' 'this is no line of a trace'
alter '1s/"plait-trace":1/"plait-trace":2/' 'has version 2'
alter '1s/plait-trace/other-trace/' 'this is no trace'
alter 's/12 too early/13 too early/' 'are not what was written'
{ cat "$trace" && tail -1 "$trace"; } > altered.jsonl
run 10 replay altered.jsonl
exits 3
says 'behind the end'

# What is no trace of a check.
run 10 replay nothing.jsonl
exits 3
says 'cannot open nothing.jsonl'
run 10 replay elsewhere
exits 3
: > empty.jsonl
run 10 replay empty.jsonl
exits 3
says 'empty.jsonl is empty'
head -c 3000 "$plait" > binary.jsonl
run 10 replay binary.jsonl
exits 3
run 10 replay
exits 3
says 'which trace?'

# With variables, where they have changed.
run 10 replay --values "$trace"
exits 1
prints 'has total = 12'
prints 'has account = Account(2)'
if [ "$(grep -c 'has account = Account(2)' out)" = 1 ]; then passes; else fails 'told twice'; fi
run 10 replay "$trace"
if grep -q 'has total' out; then fails 'told unasked'; else passes; fi

# What plait run wrote is told as it stands: the program need not be there.
for workers in 1 3; do
    run 10 run --workers $workers --decisions default --specs --trace ran.jsonl -t tcBank bank.p
    exits 0
    mv bank.p hidden.p
    run 10 replay ran.jsonl
    exits 0
    prints 'run of tcBank'
    prints 'creates Account(2)'
    prints 'takes eAsk Main(1) in Open'
    prints 'no bug: the run ended as quiescent'
    run 10 replay -q ran.jsonl
    exits 0
    prints_exactly 'no bug: the run ended as quiescent'
    mv hidden.p bank.p
done
sed 's/n != 12/n == 12/' bank.p > other/bank.p
run 10 run --workers 1 --decisions default --trace ran.jsonl -t tcBank other/bank.p
exits 1
run 10 replay ran.jsonl
exits 1
prints 'bug: assertion: 0 too early'
prints 'in Main(1)'
prints 'at other/bank.p:40:13'
run 10 replay --values ran.jsonl
exits 3
says 'it has no variables'
run 10 replay ran.jsonl bank.p
exits 3
says 'cannot be executed with another program'
run 10 shrink ran.jsonl
exits 3
says 'plait check did not write it'
sed 's/too early/too late/' ran.jsonl > altered.jsonl
run 10 replay altered.jsonl
exits 3
says 'are not what was written'
sed '$d' ran.jsonl > cut.jsonl
run 10 replay cut.jsonl
exits 3
says 'its end is missing'

# A trace that ends where nothing is left to do, with a hot monitor. When the program goes on there, the monitor
# may still become cold: no bug.
cat > rests.p <<'P'
event eAsk;
event eAnswer;
event eMore: int;
spec Answered observes eAsk, eAnswer {
    start cold state Quiet { on eAsk goto Waiting; ignore eAnswer; }
    hot state Waiting { on eAnswer goto Quiet; ignore eAsk; }
}
machine Main {
    start state S {
        entry { announce eAsk; send this, eMore, 1; }
        on eMore do (n: int) {
            // if (n > 9) { announce eAnswer; return; } send this, eMore, n + 1;
        }
    }
}
test tcRests [main = Main]: assert Answered in { Main };
P
run 10 check -t tcRests rests.p
exits 1
prints 'nothing is left to do, but Answered is in hot state Waiting'
run 10 replay plait-out/tcRests-liveness.trace.jsonl
exits 1
sed -i 's,// if,if,' rests.p
run 10 replay plait-out/tcRests-liveness.trace.jsonl
exits 0
prints 'no bug: the schedule ran to its end'
run 10 check -t tcRests rests.p
exits 0
prints 'verified'
says_not 'still leads to a bug'
# One that ends with a suspicion has it again.
sed -i 's,n > 9,n > 9000000,' rests.p
run 30 check --search random --schedules 1 --max-steps 2000 --temperature 500 -t tcRests rests.p
exits 1
run 10 replay plait-out/tcRests-liveness.trace.jsonl
exits 1
prints 'every machine had its turn for long'

# Who has read enough may go, without a word from us.
cat > many.p <<'P'
event eGo: int;
machine Main {
    start state S {
        entry { send this, eGo, 0; }
        on eGo do (n: int) {
            assert n < 3000;
            print "a long line to fill a pipe with, sixty-four kilobytes at least";
            send this, eGo, n + 1;
        }
    }
}
P
run 20 run --workers 1 --trace many.jsonl many.p
command_line='plait replay many.jsonl | head'
python3 - "$plait" > out 2> err <<'END'
import subprocess, sys
p = subprocess.Popen([sys.argv[1], "replay", "many.jsonl"], stdout=subprocess.PIPE)
p.stdout.readline()
p.stdout.close()
sys.exit(p.wait() != -13)
END
code=$?
exits 0
says_nothing

finish
