#!/bin/sh
# Output for other services: JUnit XML, SARIF, annotations, a corpus, and P's own files.
. "$(dirname "$0")/lib.sh"
unset GITHUB_ACTIONS GITHUB_WORKSPACE CI_PROJECT_DIR

cat > shop.p <<'P'
event eOrder: (number: int, name: string);
event eStop;

machine Main {
    start state Init {
        entry {
            var shop: machine;
            shop = new Shop();
            new Customer((shop = shop, number = 1));
            new Customer((shop = shop, number = 2));
        }
    }
}

machine Customer {
    start state Init {
        entry (p: (shop: machine, number: int)) {
            if ($) { print "in a hurry"; }
            if (choose(3) == 2) { announce eStop; }
            send p.shop, eOrder, (number = p.number, name = "O'Hara, \"A\" <&>");
        }
    }
}

machine Shop {
    var last: int;
    start state Open {
        on eOrder do (o: (number: int, name: string)) {
            assert o.number > last, format("100% late: {0} after {1}; {2}", o.number, last, o.name);
            last = o.number;
        }
    }
}

machine Calm {
    start state Init {
        entry { send this, eStop; }
        ignore eStop;
    }
}

spec Even observes eOrder, eStop {
    start cold state Zero { on eOrder goto One; ignore eStop; }
    hot state One { on eOrder goto Zero; ignore eStop; }
}

test tcLate [main = Main]: assert Even in { Main, Shop, Customer };
test tcCalm [main = Calm]: { Calm };
P

# ------------------------------------------------------------------------- several at once

run 20 check --out traces --junit ci/junit.xml --sarif ci/plait.sarif --json ci/plait.json shop.p
exits 1
prints 'tcLate: BUG: assertion failed: 100% late'
prints 'tcCalm: verified'
if grep -q '^::' out; then fails 'annotations that nobody asked for'; else passes; fi
if ls ci/*.part > /dev/null 2>&1; then fails 'a part is left'; else passes; fi

ok 'JUnit' ci/junit.xml <<'PY'
import sys, xml.etree.ElementTree as xml
root = xml.parse(sys.argv[1]).getroot()
assert root.tag == "testsuites", root.tag
suites = root.findall("testsuite")
assert len(suites) == 1
suite = suites[0]
for element in (root, suite):
    assert element.get("tests") == "2", element.attrib
    assert element.get("failures") == "1", element.attrib
    assert element.get("errors") == "0", element.attrib
    assert float(element.get("time")) >= 0
assert suite.get("skipped") == "0"
late, calm = suite.findall("testcase")
assert (late.get("name"), calm.get("name")) == ("tcLate", "tcCalm")
assert all(float(c.get("time")) >= 0 and c.get("classname") == "shop.p" for c in (late, calm))
assert not list(root.iter("skipped"))
failure = late.find("failure")
text = "100% late: 1 after 2; O'Hara, \"A\" <&>"
assert failure.get("type") == "assertion"
assert failure.get("message") == "assertion: " + text, failure.get("message")
for part in (text, "shop.p:29:13, machine Shop, state Open",
             "plait replay traces/tcLate-assertion.trace.jsonl"):
    assert part in failure.text, part
assert (late.get("file"), late.get("line")) == ("shop.p", "29")
def properties(case):
    return {p.get("name"): p.get("value") for p in case.find("properties")}
assert properties(late)["verdict"] == "bug"
assert properties(late)["trace"] == "traces/tcLate-assertion.trace.jsonl"
assert properties(calm)["verdict"] == "verified" and properties(calm)["complete"] == "true"
assert calm.find("failure") is None and "verified" in calm.find("system-out").text
PY

ok 'SARIF' ci/plait.sarif <<'PY'
import json, sys
log = json.load(open(sys.argv[1]))
assert log["version"] == "2.1.0" and log["$schema"].endswith("sarif-2.1.0.json")
[run] = log["runs"]
driver = run["tool"]["driver"]
assert driver["name"] == "plait" and driver["version"]
rules = driver["rules"]
assert len({r["id"] for r in rules}) == len(rules) == 16
for r in rules:
    assert r["shortDescription"]["text"] and r["help"]["text"] and r["name"]
    assert r["defaultConfiguration"]["level"] == "error"
assert run["invocations"] == [{"executionSuccessful": True, "exitCode": 1}]
assert run["columnKind"] in ("utf16CodeUnits", "unicodeCodePoints")
[result] = run["results"]
assert result["ruleId"] == rules[result["ruleIndex"]]["id"] == "assertion"
assert result["level"] == "error"
assert "tcLate: assertion: 100% late: 1 after 2" in result["message"]["text"]
def check_place(place, line=None):
    assert place["artifactLocation"]["uri"] == "shop.p"
    assert place["region"]["startLine"] >= 1 and place["region"]["startColumn"] >= 1
    assert line is None or place["region"]["startLine"] == line
check_place(result["locations"][0]["physicalLocation"], 29)
assert result["locations"][0]["logicalLocations"][0]["fullyQualifiedName"] == "Shop.Open"
assert len(result["partialFingerprints"]["plaitBug/v1"]) == 16
[flow] = result["codeFlows"]
[thread] = flow["threadFlows"]
steps = thread["locations"]
assert [s["executionOrder"] for s in steps] == list(range(1, len(steps) + 1))
texts = [s["location"]["message"]["text"] for s in steps]
for s in steps:
    check_place(s["location"]["physicalLocation"])
assert any(t.startswith("Main(1) creates Shop(2)") for t in texts), texts
assert sum("Shop(2) takes eOrder" in t for t in texts) == 2, texts
assert any(t.startswith("Even sees eOrder") for t in texts)
assert steps[-1]["importance"] == "essential" and texts[-1] == "Shop(2) bug: assertion"
check_place(steps[-1]["location"]["physicalLocation"], 29)
PY

ok 'JSON' ci/plait.json <<'PY'
import json, sys
late, calm = json.load(open(sys.argv[1]))["tests"]
assert late["corpus"] is None and late["bug"]["corpus"] is None and calm["bug"] is None
PY

# Limits are properties.
run 20 check --search dfs --depth 2 --junit limits.xml -t tcLate shop.p
exits 0
ok 'limits' limits.xml <<'PY'
import sys, xml.etree.ElementTree as xml
[case] = xml.parse(sys.argv[1]).getroot().iter("testcase")
found = [(p.get("name"), p.get("value")) for p in case.find("properties")]
assert ("limit_hit", "depth") in found and ("verdict", "no-bug-found") in found, found
assert case.find("failure") is None and "executions were cut off after 2 steps" in case.find("system-out").text
PY

# Text that XML has no place for.
cat > odd.p <<'P'
machine Main {
    start state Init {
        entry { assert false, "a]]>b &lt; ÿ"; }
    }
}
P
printf 'machine Main { start state S { entry { assert false, "\001 \377 end"; } } }\n' > bytes.p
for file in odd bytes; do
    run 10 check --quiet --junit $file.xml --sarif $file.sarif $file.p
    exits 1
done
ok 'odd text' odd.xml bytes.xml odd.sarif bytes.sarif <<'PY'
import json, sys, xml.etree.ElementTree as xml
def message(path):
    return xml.parse(path).getroot().find("testsuite/testcase/failure").get("message")
assert message(sys.argv[1]) == "assertion: a]]>b &lt; ÿ", message(sys.argv[1])
assert message(sys.argv[2]).endswith(" end"), message(sys.argv[2])
for path in sys.argv[3:]:
    json.load(open(path, encoding="utf-8"))
PY

# ------------------------------------------------------------------------------ annotations

run 20 check --quiet --github -t tcLate shop.p
exits 1
prints '::error file=shop.p,line=29,col=13,title=tcLate%3A assertion::100%25 late: 1 after 2; O'
prints '<&>%0Amachine Shop, state Open%0Ashow it: plait replay plait-out/tcLate-assertion'

GITHUB_ACTIONS=true
export GITHUB_ACTIONS
run 20 check --quiet -t tcLate shop.p
prints '::error file=shop.p'
run 20 check --quiet -t tcCalm shop.p
if grep -q '^::' out; then fails 'annotates a test without a bug'; else passes; fi
run 20 check --quiet --json - -t tcLate shop.p
ok 'JSON alone on standard output' out <<'PY'
import json, sys
json.load(open(sys.argv[1]))
PY
says '::error file=shop.p'

# Paths count from where the service checked out.
mkdir -p repo/sub
cp shop.p 'repo/sub/a,b: c.p'
GITHUB_WORKSPACE=$folder/repo
export GITHUB_WORKSPACE
(cd repo/sub && exec "$plait" check --quiet --sarif ../../where.sarif -t tcLate './a,b: c.p') > out 2> err
prints '::error file=sub/a%2Cb%3A c.p,line=29'
ok 'paths in SARIF' where.sarif <<'PY'
import json, sys
result = json.load(open(sys.argv[1]))["runs"][0]["results"][0]
uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
assert uri == "sub/a%2Cb%3A%20c.p", uri
PY
unset GITHUB_ACTIONS GITHUB_WORKSPACE

# --------------------------------------------------------------------------- wrong programs

cat > wrong.p <<'P'
machine Main {
    start state Init {
        entry { send this, eNone; }
    }
}
P
run 10 check --github --junit wrong.xml --sarif wrong.sarif wrong.p
exits 2
prints '::error file=wrong.p,line=3,endLine=3,col=28,endColumn=33,title=E0202::'
ok 'a program with errors' wrong.xml wrong.sarif <<'PY'
import json, sys, xml.etree.ElementTree as xml
suite = xml.parse(sys.argv[1]).getroot().find("testsuite")
assert (suite.get("tests"), suite.get("errors"), suite.get("failures")) == ("1", "1", "0")
assert "eNone" in suite.find("testcase/error").text
run = json.load(open(sys.argv[2]))["runs"][0]
[result] = run["results"]
assert result["ruleId"] == run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == "E0202"
assert result["locations"][0]["physicalLocation"]["region"] == {
    "startLine": 3, "startColumn": 28, "endLine": 3, "endColumn": 33}
PY
run 10 check --junit missing.xml nowhere.p
exits 3
ok 'a program that is not there' missing.xml <<'PY'
import sys, xml.etree.ElementTree as xml
assert xml.parse(sys.argv[1]).getroot().get("errors") == "1"
PY

# ------------------------------------------------------------ files that cannot be written

echo precious > junit.old
for bad in shop.p/junit.xml . /dev/full; do
    run 20 check --quiet --junit "$bad" --sarif good.sarif --out kept shop.p
    exits 3
    says "cannot "
    prints 'tcLate: BUG: assertion failed'
    if [ -s good.sarif ] && [ -s kept/tcLate-assertion.trace.jsonl ]; then
        passes
    else
        fails 'what could be written was not'
    fi
    rm -rf good.sarif kept
done
run 20 check --quiet --corpus shop.p/corpus -t tcLate shop.p
exits 3
run 20 check --quiet --p-output shop.p/p -t tcLate shop.p
exits 3
says 'cannot make the folder shop.p/p'
prints 'tcLate: BUG: assertion failed'

# ----------------------------------------------------------------------------------- corpus

run 20 check --quiet --corpus past shop.p
exits 1
if [ "$(ls past | wc -l)" = 1 ]; then passes; else fails 'not one trace in the corpus'; fi
name=$(ls past)
case $name in
tcLate-assertion-*.trace.jsonl) passes ;;
*) fails "the trace is called $name" ;;
esac
cp "past/$name" first.jsonl

# It is replayed first, and kept as it is.
run 20 check --quiet --corpus past --json corpus.json --junit corpus.xml shop.p
exits 1
prints 'from the corpus; nothing was explored'
prints "show it: plait replay past/$name"
prints 'corpus: 1 trace replayed, 1 still fails'
prints 'tcCalm: verified'
if cmp -s "past/$name" first.jsonl && [ "$(ls past | wc -l)" = 1 ]; then passes; else fails 'the corpus has changed'; fi
ok 'the corpus in JSON' corpus.json corpus.xml "past/$name" <<'PY'
import json, sys, xml.etree.ElementTree as xml
late, calm = json.load(open(sys.argv[1]))["tests"]
assert late["verdict"] == "bug" and late["bug"]["corpus"] == late["bug"]["trace"] == sys.argv[3]
assert late["corpus"]["replayed"] == 1 and late["corpus"]["passed_over"] == []
[failed] = late["corpus"]["failed"]
assert failed["file"] == sys.argv[3] and failed["kind"] == "assertion"
assert late["states"] == 0 and calm["corpus"] is None
assert sys.argv[3] in xml.parse(sys.argv[2]).getroot().find("testsuite/testcase/failure").text
PY
run 10 replay -q "past/$name"
exits 1

# A search that finds the same adds nothing; the same schedule has the same name.
mkdir -p other
run 20 check --quiet --corpus other shop.p
if [ "$(ls other)" = "$name" ]; then passes; else fails 'another name for the same schedule'; fi

# Two that fail are both named; those of tests that were not asked for are left alone.
cp "past/$name" past/zzz.trace.jsonl
run 20 check --quiet --corpus past shop.p
exits 1
prints 'corpus: 2 traces replayed, 2 still fail'
prints 'also: past/zzz.trace.jsonl: assertion: 100% late'
run 20 check --quiet --corpus past -t tcCalm shop.p
exits 0
says_nothing

# Put right: replayed, and explored.
mkdir -p right changed
sed 's/assert o.number > last/assert o.number > 0/' shop.p > right/shop.p
run 20 check --quiet --corpus past -t tcLate right/shop.p
exits 0
prints 'tcLate: verified'
prints 'corpus: 2 traces replayed, 0 still fail'

# What does not fit any more, is cut, or is about another test, is named and passed over.
sed 's/new Customer((shop = shop, number = 2));//' shop.p > changed/shop.p
cp -r past aged
head -c 700 "past/$name" > aged/cut.trace.jsonl
run 20 check --quiet --corpus aged -t tcLate changed/shop.p
exits 1
says "note: aged/$name is passed over: line "
says 'does not fit the program'
says 'note: aged/cut.trace.jsonl is passed over: aged/cut.trace.jsonl:'
prints 'tcLate: BUG: liveness'
prints 'corpus: 2 traces replayed, 0 still fail, 2 passed over'
if ls aged/tcLate-liveness-*.trace.jsonl > /dev/null; then passes; else fails 'not added'; fi
sed 's/tcLate/tcEarly/' shop.p > changed/shop.p
run 20 check --quiet --corpus past -t tcEarly changed/shop.p
exits 1
says 'the program has no test tcLate'
if ls past/tcEarly-assertion-*.trace.jsonl > /dev/null; then passes; else fails 'not added'; fi
: > past/notes.txt
run 20 check --quiet --corpus past/notes.txt -t tcLate shop.p
exits 3
says 'cannot read the folder past/notes.txt'

# -------------------------------------------------------------- schedules of P's own checker

cat > relay.p <<'P'
event eTick;
event eDone: int;

machine Main {
    start state Init {
        entry {
            var worker: machine;
            worker = new Worker(this);
            send worker, eTick;
            receive {
                case eDone: (n: int) { assert n == 0, format("{0} is not zero", n); }
            }
        }
    }
}

machine Worker {
    var boss: machine;
    start state Init {
        entry (b: machine) { boss = b; }
        on eTick do {
            if ($) { send boss, eDone, choose(3); } else { raise halt; }
        }
    }
}

test tcRelay [main = Main]: { Main, Worker };
P

# decide LINE...: a schedule, each line an argument
decide()
{
    printf '%s\n' "$@" > by_hand.schedule
}

# The event is there when the worker has begun: it is asked once more before it takes it.
decide --fair-scheduling --test-method:tcRelay '(0)' '(1)' '(1)' '(1)' '(2)' '(2)' True 2 '(2)' '(1)'
run 10 replay by_hand.schedule relay.p
exits 1
says_nothing
prints 'test tcRelay'
prints 'bug: assertion: 2 is not zero'
prints 'machine Main(1), state Init'
prints 'chooses 2 of 3'

# An idle worker takes the event when it wakes; a file with other line ends, and a remark.
printf '// by hand\r\n--test-method:tcRelay\r\n(0)\r\n(1)\r\n(1)\r\n(2)\r\n(1)\r\n(2)\r\nTrue\r\n1\r\n(2)\r\n(1)' \
    > by_hand.schedule
run 10 replay -q by_hand.schedule relay.p
exits 1
prints 'bug: assertion: 1 is not zero'
run 10 check -r by_hand.schedule relay.p
exits 1

# No bug on the way; a deadlock at its end; one that ends early.
decide '(0)' '(1)' '(1)' '(2)' '(1)' '(2)' True 0 '(2)' '(1)'
run 10 replay -q by_hand.schedule relay.p
exits 0
prints_exactly 'no bug: the schedule ran to its end'
decide '(0)' '(1)' '(1)' '(1)' '(2)' '(2)' False
run 10 replay -q by_hand.schedule relay.p
exits 1
prints 'bug: deadlock'
decide '(0)' '(1)' '(1)' '(1)' '(2)' '(2)'
run 10 replay -q by_hand.schedule relay.p
exits 0
decide '(0)' '(1)' '(1)' '(1)' '(2)' '(2)' True 2 '(2)' '(1)' '(2)' '(1)'
run 10 replay -q by_hand.schedule relay.p
exits 1
prints 'decisions of the schedule that are left: 2'

# misfits LINE TEXT: the schedule cannot be followed, and why
misfits()
{
    run 10 replay by_hand.schedule relay.p
    exits 3
    prints_nothing
    says "by_hand.schedule:$1: "
    says "$2"
}
decide '(1)'
misfits 1 'it begins with (0) and (1)'
decide '(0)' '(2)'
misfits 2 'it begins with (0) and (1)'
decide '(0)' '(1)' '(1)' '(0)'
misfits 4 'the set-up of the test is done already'
decide '(0)' '(1)' '(2)'
misfits 3 'there is only 1 machine so far'
decide '(0)' '(1)' '(1)' '(2)' '(2)'
misfits 5 'Worker(2) has nothing to do'
decide '(0)' '(1)' '(1)' True
misfits 4 'here is decided who goes on'
decide '(0)' '(1)' '(1)' '(1)' '(2)' '(2)' '(1)'
misfits 7 'Worker(2) has a choice to make here'
decide '(0)' '(1)' '(1)' '(1)' '(2)' '(2)' 1
misfits 7 'Worker(2) chooses between True and False here'
decide '(0)' '(1)' '(1)' '(1)' '(2)' '(2)' True True
misfits 8 'Worker(2) chooses a number here'
decide '(0)' '(1)' '(1)' '(1)' '(2)' '(2)' True 3
misfits 8 'one of 3 alternatives'
decide '(0)' '(1)' '(1)' '(1)' '(2)' '(2)' False '(2)'
misfits 8 'Worker(2) has halted'
decide '(0)' '(1)' maybe
misfits 3 'this is no line of a schedule'
decide --test-method:tcOther '(0)' '(1)'
run 10 replay by_hand.schedule relay.p
exits 3
says 'tcOther, which this program does not have'
: > by_hand.schedule
run 10 replay by_hand.schedule relay.p
exits 3
says 'holds no decision'

# P decides nothing before a monitor fails at its start.
decide --fair-scheduling --liveness-temperature-threshold:50000 --test-method:tcStart
cat > start.p << 'END'
event eGo;
spec Never observes eGo {
    start state Wrong { entry { assert false, "at once"; } ignore eGo; }
}
machine Main { start state Init { entry { send this, eGo; } ignore eGo; } }
test tcStart [main=Main]: assert Never in { Main };
END
run 10 replay -q by_hand.schedule start.p
exits 1
prints 'bug: assertion: at once'
decide --test-method:tcRelay
run 10 replay -q by_hand.schedule relay.p
exits 0
prints_exactly 'no bug: the schedule ran to its end'
run 10 replay nowhere.schedule relay.p
exits 3
says 'cannot open nowhere.schedule'

# Which test, when there are two.
decide '(0)' '(1)'
run 10 replay -q by_hand.schedule shop.p
exits 3
says 'names no test'
run 10 replay -q -t tcCalm by_hand.schedule shop.p
exits 0
run 20 check --quiet -t tcLate shop.p
run 10 replay -q -t tcCalm plait-out/tcLate-assertion.trace.jsonl
exits 3
says 'a trace knows its test'

# In a state with `on null` a machine is asked before it looks, and before it takes.
cat > poll.p <<'P'
event eStop;

machine Main {
    var n: int;
    start state Poll {
        entry { n = 0; new Bell(this); }
        on null do { n = n + 1; }
        on eStop do { assert n != 2, "stopped at two"; raise halt; }
    }
}

machine Bell {
    start state Init {
        entry (who: machine) { send who, eStop; }
    }
}
P
decide '(0)' '(1)' '(1)' '(1)' '(1)' '(1)' '(1)' '(2)' '(2)' '(1)' '(1)'
run 10 replay -q by_hand.schedule poll.p
exits 1
prints 'bug: assertion: stopped at two'
decide '(0)' '(1)' '(1)' '(1)' '(1)' '(2)' '(2)' '(1)' '(1)'
run 10 replay -q by_hand.schedule poll.p
exits 0
decide '(0)' '(1)' '(1)' '(1)' '(2)' '(2)' '(1)'
run 10 replay -q by_hand.schedule poll.p
exits 3
says 'by_hand.schedule:7: '
says 'Main(1) takes null, because its queue was empty when it looked'

# ------------------------------------------------------------------------ P's own output

run 20 check --quiet --p-output p -t tcLate shop.p
exits 1
ok "P's JSON trace" p/tcLate-assertion.trace.json <<'PY'
import json, sys
log = json.load(open(sys.argv[1]))
members = {
    "CreateMonitor": {"log", "monitor", "clock"},
    "CreateStateMachine": {"log", "id", "clock"},
    "StateTransition": {"log", "id", "state", "isEntry", "clock"},
    "MonitorStateTransition": {"log", "monitor", "state", "isEntry", "isInHotState", "clock"},
    "MonitorProcessEvent": {"log", "monitor", "state", "event", "sender", "payload", "clock"},
    "SendEvent": {"log", "sender", "state", "event", "target", "isTargetHalted", "payload", "clock"},
    "DequeueEvent": {"log", "id", "state", "event", "payload", "clock"},
    "AssertionFailure": {"log", "error"},
    "StrategyDescription": {"log", "strategy", "strategyDescription"},
    "Print": {"log"},
}
own, sends, seen = {}, {}, set()
for entry in log:
    kind, details = entry["type"], entry["details"]
    seen.add(kind)
    assert kind in members, kind
    assert members[kind] <= set(details), (kind, details)
    assert set(details) <= members[kind] | {"creatorName", "creatorType"}, (kind, details)
    if "clock" not in details:
        continue
    who = details.get("id") or details.get("monitor") or details.get("sender")
    own[who] = own.get(who, 0) + 1
    assert details["clock"][who] == own[who], (own[who], details)
    if kind == "SendEvent":
        assert details["payload"]["name"] == "O'Hara, \"A\" <&>", details
        sends[details["payload"]["number"]] = (who, own[who])
    if kind == "DequeueEvent":
        sender, count = sends[details["payload"]["number"]]
        assert details["clock"][sender] >= count, details
assert {"SendEvent", "DequeueEvent", "AssertionFailure", "MonitorProcessEvent"} <= seen
assert "100% late" in log[-2]["details"]["error"] and log[-1]["type"] == "StrategyDescription"
PY
command_line="p/tcLate-assertion.txt"
cp p/tcLate-assertion.txt out
prints "<TestLog> Running test 'tcLate'."
prints '<CreateLog> Shop(2) was created by Main(1).'
prints "<StateLog> Shop(2) enters state 'Open'."
prints "<SendLog> 'Customer("
prints "' to 'Shop(2)'."
prints "<DequeueLog> 'Shop(2)' dequeued event 'eOrder with payload (<number:2, "
prints "nondeterministically chose 'False'."
prints "nondeterministically chose '0'."
prints '<MonitorLog> Even enters hot state'
prints '<ErrorLog> assertion: 100% late'
run 10 replay -q p/tcLate-assertion.schedule shop.p
exits 1
prints 'bug: assertion: 100% late: 1 after 2'

# Values of all shapes.
cat > values.p <<'P'
enum Size { SMALL, LARGE }
type tAll = (n: int, f: float, yes: bool, size: Size, s: string, who: machine, list: seq[int],
             some: set[int], names: map[int, string], pair: (int, bool), more: seq[(int, int)],
             deep: map[string, seq[(a: int)]], none: seq[int]);
event eAll: tAll;
event eText: string;

machine Main {
    start state Init {
        entry {
            var t: tAll;
            t.n = -3;
            t.f = 1.5;
            t.yes = true;
            t.size = LARGE;
            t.s = "a, \"b\" > (c)";
            t.who = this;
            t.list += (0, 7);
            t.list += (1, 8);
            t.some += (5);
            t.names[1] = "one";
            t.pair = (4, true);
            t.more += (0, (1, 2));
            t.deep["k"] = default(seq[(a: int)]);
            t.deep["k"] += (0, (a = 9,));
            send this, eAll, t;
            send this, eText, "12";
        }
        on eAll do (t: tAll) { }
        on eText do (s: string) { assert false; }
    }
}
P
run 10 check --quiet --p-output p values.p
exits 1
ok 'payloads' p/DefaultImpl-assertion.trace.json <<'PY'
import json, sys
sent = [e["details"] for e in json.load(open(sys.argv[1])) if e["type"] == "SendEvent"]
assert sent[0]["payload"] == {
    "n": -3, "f": 1.5, "yes": True, "size": "LARGE", "s": 'a, "b" > (c)', "who": "Main(1)",
    "list": [7, 8], "some": [5], "names": {"1": "one"}, "pair": {"0": 4, "1": True},
    "more": [{"0": 1, "1": 2}], "deep": {'"k"': [{"a": 9}]}, "none": []}, sent[0]["payload"]
assert sent[1]["payload"] == "12", sent[1]
PY

# Text that looks like something else, and characters that are none.
cat > texts.p <<'P'
event eTexts: (list: seq[string], one: any, at: map[string, int]);
machine Main {
    start state Init {
        entry {
            var l: seq[string];
            var k: map[string, int];
            l += (0, "BELL");
            l += (1, "back\\slash \"q\"");
            l += (2, "true");
            l += (3, "<1,>");
            k["a\"b"] = 1;
            send this, eTexts, (list = l, one = null, at = k);
        }
        on eTexts do { assert false; }
    }
}
P
sed 's/BELL/ring'"$(printf '\007')"'ing/' texts.p > bell.p
run 10 check --quiet --p-output p bell.p
exits 1
ok 'texts as they are' p/DefaultImpl-assertion.trace.json <<'PY'
import json, sys
sent = [e["details"] for e in json.load(open(sys.argv[1])) if e["type"] == "SendEvent"]
assert sent[0]["payload"] == {
    "list": ["ring\x07ing", 'back\\slash "q"', "true", "<1,>"], "one": "null",
    "at": {'"a"b"': 1}}, sent[0]["payload"]
PY

# A monitor fails at what it is shown: that was never sent. One that is hot in the end saw what was.
cat > watched.p <<'P'
event eOne;
event eTwo;

machine Main {
    start state Init {
        entry { send this, eOne; send this, eTwo; }
        ignore eOne, eTwo;
    }
}

spec Never observes eOne, eTwo {
    start state Quiet {
        ignore eOne;
        on eTwo do { assert false, "two"; }
    }
}

spec Answered observes eOne, eTwo {
    start state Quiet { ignore eOne; on eTwo goto Loud; }
    hot state Loud { ignore eOne, eTwo; }
}

test tcNever [main = Main]: assert Never in { Main };
test tcAnswered [main = Main]: assert Answered in { Main };
P
run 10 check --quiet --p-output p watched.p
exits 1
ok 'what monitors saw' p/tcNever-assertion.trace.json p/tcAnswered-liveness.trace.json <<'PY'
import json, sys
def sent(path):
    return [e["details"]["event"] for e in json.load(open(path)) if e["type"] == "SendEvent"]
assert sent(sys.argv[1]) == ["eOne"], sent(sys.argv[1])
assert sent(sys.argv[2]) == ["eOne", "eTwo"], sent(sys.argv[2])
PY
for schedule in p/tcNever-assertion.schedule p/tcAnswered-liveness.schedule; do
    run 10 replay -q $schedule watched.p
    exits 1
done

# Receive, halt and what is sent to the halted.
cat > late.p <<'P'
event eHello;
event eBye;

machine Main {
    start state Init {
        entry {
            var m: machine;
            m = new Guest(this);
            receive { case eHello: { } }
            send m, eBye;
            send m, eHello;
            receive { case eBye: { } }
        }
    }
}

machine Guest {
    start state Init {
        entry (host: machine) { send host, eHello; }
        on eBye do { raise halt; }
        ignore eHello;
    }
}
P
run 10 check --quiet --p-output p late.p
exits 1
ok 'receive and halt' p/DefaultImpl-deadlock.trace.json <<'PY'
import json, sys
log = json.load(open(sys.argv[1]))
by_type = {}
for e in log:
    by_type.setdefault(e["type"], []).append(e["details"])
assert [d["id"] for d in by_type["Halt"]] == ["Guest(2)"], by_type["Halt"]
assert isinstance(by_type["Halt"][0]["haltInboxSize"], int)
assert isinstance(by_type["ReceiveEvent"][0]["wasBlocked"], bool)
assert "Guest(2)" in by_type["ReceiveEvent"][0]["clock"]
assert len(by_type["SendEvent"]) == 3
PY
run 10 replay -q p/DefaultImpl-deadlock.schedule late.p
exits 1
prints 'bug: deadlock'

# A suspicion: P needs to know that the schedule is fair, and how long is too long.
cat > hot.p <<'P'
event ePing;
event eOpen;
spec Open observes eOpen {
    start cold state No { on eOpen goto Yes; }
    hot state Yes { ignore eOpen; }
}
machine Main {
    start state Init {
        entry { announce eOpen; send this, ePing; }
        on ePing do { send this, ePing; }
    }
}
test tcHot [main = Main]: assert Open in { Main };
P
run 10 check --quiet --search random --liveness off --temperature 20 --p-output p hot.p
exits 1
ok 'the threshold of a suspicion' p/tcHot-liveness.schedule <<'PY'
import sys
lines = open(sys.argv[1]).read().splitlines()
header = [line for line in lines if line.startswith("--")]
assert header == ["--fair-scheduling", "--liveness-temperature-threshold:20",
                  "--test-method:tcHot"], header
assert len(lines) - len(header) > 20
PY

finish
