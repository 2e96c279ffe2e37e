#!/bin/sh
# A trace becomes one page, which holds all of it and runs nothing that a program says.
. "$(dirname "$0")/lib.sh"

has()
{
    if grep -qF -- "$2" "$1"; then passes; else fails "$1 has no: $2"; fi
}

has_not()
{
    if grep -qF -- "$2" "$1"; then fails "$1 has: $2"; else passes; fi
}

same()
{
    if cmp -s "$1" "$2"; then passes; else fails "$1 and $2 differ"; fi
}

missing()
{
    if [ -e "$1" ]; then fails "$1 is still there"; else passes; fi
}

cat > talk.p <<'END'
event eAsk: (who: machine, text: string);
event eTell: int;
event eNoise;

machine Server {
    var asked: int;
    var names: map[int, string];

    start state Ready {
        ignore eNoise;
        on eAsk do (ask: (who: machine, text: string)) {
            asked = asked + 1;
            names[asked] = ask.text;
            send ask.who, eTell, asked;
            assert asked < 2, "asked </script><img src=x onerror=alert(1)>";
        }
    }
}

machine Client {
    start state Init {
        entry (server: machine) {
            send server, eNoise;
            send server, eAsk, (who = this, text = "</script><b>\"bold\"");
        }
        on eTell goto Done;
    }
    state Done { }
}

machine Test {
    start state Init {
        entry {
            var server: machine;
            server = new Server();
            new Client(server);
            new Client(server);
        }
    }
}

test tcTalk [main = Test]: { Server, Client, Test };
END

run 20 check --view talk.p
exits 1
prints 'in a browser: plait-out/tcTalk-assertion.html'
page=plait-out/tcTalk-assertion.html
trace=plait-out/tcTalk-assertion.trace.jsonl

# The same page from the trace.
run 10 view -o again.html $trace
exits 0
prints 'the page is again.html'
same $page again.html
run 10 view $trace
exits 0
prints "the page is $page"

# How random futures of each turn end; the same trace gives the same page.
has $page '"futures":{"points":[[0,100,'
run 10 view --futures 0 -o plain.html $trace
exits 0
has_not plain.html '"futures":{"points"'
run 10 view --futures many $trace
exits 3
says '--futures wants a number'

# Text of the program is data: no element of it is in the page.
has_not $page '</script><'
has_not $page '<img src=x'
has $page '\u003c/script>'
has $page "default-src 'none'"
has_not $page 'https://'

# The data are JSON; the queues fit the steps.
cat > data.py <<'END'
import json, re, sys
text = open(sys.argv[1]).read()
data = json.loads(re.search(r'id="data">\n(.*?)</script>', text, re.S).group(1))
actors = [a["name"] for a in data["actors"]]
queues = {a: [] for a in actors}
sends = {r["n"]: r for r in data["rows"] if r["what"] == "send"}
taken = 0
for row in data["rows"]:
    for actor, change in row.get("d", []):
        gone, added = change.get("q", [[], []])
        queue = queues[actors[actor]]
        lost = [queue[i] for i in gone]
        queues[actors[actor]] = [s for i, s in enumerate(queue) if i not in gone] + added
        for step in added:
            assert sends[step]["to"] == actor, (row, step)
        if row["what"] == "dequeue" and actor == row["who"] and lost:
            taken += 1
            # What is ignored leaves the queue with the event that is taken.
            assert sends[lost[-1]]["event"] == row["event"], row
            assert sends[lost[-1]].get("payload") == row.get("payload"), row
            assert all(sends[s]["event"] == "eNoise" for s in lost[:-1]), row
print(f"taken {taken}")
last = {}
for row in data["rows"]:
    for actor, change in row.get("d", []):
        for variable, value in change.get("v", []):
            last[actors[actor], data["actors"][actor]["variables"][variable]] = value
print("asked", last["Server(2)", "asked"])
print("at", data["rows"][-1]["at"][1], data["kind"], data["message"])
END
python3 data.py $page > out 2> err
code=$?
exits 0
prints 'taken 2'
prints 'asked 2'
prints 'at 15 assertion asked </script><img src=x onerror=alert(1)>'

# CI files name the page.
run 20 check --view --junit j.xml --sarif s.json --json r.json --github talk.p
exits 1
has j.xml '<property name="page" value="plait-out/tcTalk-assertion.html"/>'
has s.json '"page": "plait-out/tcTalk-assertion.html"'
has r.json '"page": "plait-out/tcTalk-assertion.html"'
prints 'in a browser: plait-out/tcTalk-assertion.html'

# When the bug is fixed, its page goes with its trace.
sed 's/assert asked < 2/assert asked < 3/' talk.p > fixed.p
run 20 view -o fixed.html $trace fixed.p
exits 0
has fixed.html '"outcome":"no-bug"'
cp fixed.p talk.p
run 20 check --view talk.p
exits 0
missing $page

# Executions without a bug, to look at; the same seed gives the same ones.
run 20 check -q --view --sample 3 --out samples talk.p
exits 0
for i in 1 2 3; do
    run 10 replay -q samples/tcTalk-sample-$i.trace.jsonl
    exits 0
    prints 'no bug: the schedule ran to its end'
    has samples/tcTalk-sample-$i.html '"outcome":"no-bug"'
done
run 20 check -q --sample 3 --out again talk.p
same samples/tcTalk-sample-2.trace.jsonl again/tcTalk-sample-2.trace.jsonl
run 20 check -q --sample 0 talk.p
exits 3
sed 's/assert asked < 3/assert asked < 1/' talk.p > always.p
run 20 check --sample 1 --out always always.p
exits 1
says 'only 0 of 1 executions were written'

# A trace of plait run: what happened, without values.
run 10 run --workers 1 --decisions default --trace ran.jsonl "$(dirname "$plait")/../examples/pingpong"
exits 0
run 10 view ran.jsonl
exits 0
has ran.html '"values":false'
has ran.html '"event":"ePing"'

# What is wrong gets a reason.
run 10 view
exits 3
says 'which trace?'
run 10 view nothing.jsonl
exits 3
says 'nothing.jsonl'
run 10 view -o /proc/nowhere/x.html ran.jsonl
exits 3
says '/proc/nowhere'

finish
