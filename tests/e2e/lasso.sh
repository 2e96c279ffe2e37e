#!/bin/sh
# tests/e2e/lasso.sh PLAIT: an execution without end, in every output of a check: JUnit, SARIF,
# annotations, JSON, a corpus, and P's own files.
liveness=$(realpath "$(dirname "$0")/../check/liveness")
. "$(dirname "$0")/lib.sh"
unset GITHUB_WORKSPACE CI_PROJECT_DIR

text='Ends is never cold again: turns 3 to 8 can be repeated for ever, and it is in hot state Waiting, '\
'hot since the start; each machine runs in them, or has nothing to do at some time, and each outcome '\
'of the fair choice at line 19 occurs'
cp "$liveness/fair_choice_of_two.p" choices.p
run 20 check --quiet --out traces --github --junit junit.xml --sarif plait.sarif --json plait.json \
    --corpus past --p-output p choices.p
exits 1
prints "tc: BUG: liveness: $text"
prints "::error file=choices.p,line=10,col=21,title=tc%3A liveness::$text%0Amonitor Ends, state Waiting"

ok 'JUnit' junit.xml "$text" <<'PY'
import sys, xml.etree.ElementTree as xml
[case] = xml.parse(sys.argv[1]).getroot().iter("testcase")
failure = case.find("failure")
assert failure.get("type") == "liveness" and (case.get("file"), case.get("line")) == ("choices.p", "10")
assert failure.get("message") == "liveness: " + sys.argv[2], failure.get("message")
assert "plait replay traces/tc-liveness.trace.jsonl" in failure.text
found = {p.get("name"): p.get("value") for p in case.find("properties")}
assert (found["verdict"], found["kind"]) == ("bug", "liveness"), found
PY

ok 'SARIF' plait.sarif "$text" <<'PY'
import json, sys
results = json.load(open(sys.argv[1]))["runs"][0]["results"]
[result] = [r for r in results if r["ruleId"] == "liveness"]
assert sys.argv[2] in result["message"]["text"], result["message"]
steps = result["codeFlows"][0]["threadFlows"][0]["locations"]
texts = [s["location"]["message"]["text"] for s in steps]
assert [s["executionOrder"] for s in steps] == list(range(1, len(steps) + 1))
begin = texts.index("from here on the same happens again and again")
assert "Main(1) takes eNext in Init" not in texts[:begin], texts
chosen = [t for t in texts[begin:] if "chooses" in t]
assert sorted(set(chosen)) == ["Main(1) chooses 0 of 2", "Main(1) chooses 1 of 2"], chosen
assert texts[-1] == "Ends bug: liveness" and steps[-1]["importance"] == "essential"
PY

ok 'JSON' plait.json "$text" <<'PY'
import json, sys
[test] = json.load(open(sys.argv[1]))["tests"]
bug = test["bug"]
assert bug["kind"] == "liveness" and bug["message"] == sys.argv[2] and not bug["suspected"]
assert (bug["steps"], bug["loop_steps"], bug["replayed"]) == (8, 6, True), bug
PY

# ---------------------------------------------------------------------------------- corpus

if [ "$(ls past)" = "$(cd past && ls tc-liveness-*.trace.jsonl)" ]; then passes; else fails 'not one trace'; fi
if cmp -s past/*.jsonl traces/tc-liveness.trace.jsonl; then passes; else fails 'another trace'; fi
run 20 check --quiet --corpus past --json again.json choices.p
exits 1
prints "tc: BUG: liveness: $text"
prints 'from the corpus; nothing was explored'
prints 'corpus: 1 trace replayed, 1 still fails'
ok 'a loop of the corpus in JSON' again.json <<'PY'
import json, sys
[test] = json.load(open(sys.argv[1]))["tests"]
assert test["states"] == 0 and test["bug"]["loop_steps"] == 6 and test["bug"]["replayed"]
[failed] = test["corpus"]["failed"]
assert failed["kind"] == "liveness"
PY
# The loop leaves its path, or is not fair any more: then the trace has no bug.
cp choices.p wrong.p
cp "$liveness/fair_choice_of_two_fixed.p" choices.p
run 20 check --quiet --corpus past choices.p
exits 0
prints 'tc: verified'
prints 'corpus: 1 trace replayed, 0 still fail'
sed 's/start hot state Waiting/start cold state Waiting/' wrong.p > choices.p
run 20 check --quiet --corpus past choices.p
exits 0
prints 'corpus: 1 trace replayed, 0 still fail'

# ------------------------------------------------------------------------------ P's files

cp p/tc-liveness.txt out
prints "<TestLog> Running test 'tc'."
prints '<ErrorLog> liveness: Ends is never cold again'
ok "P's files" p/tc-liveness.trace.json p/tc-liveness.schedule <<'PY'
import json, sys
log = json.load(open(sys.argv[1]))
assert log[-2]["type"] == "AssertionFailure" and "never cold again" in log[-2]["details"]["error"]
lines = open(sys.argv[2]).read().split("\n")
assert "--fair-scheduling" in lines and "--test-method:tc" in lines
[threshold] = [int(l.split(":")[1]) for l in lines if l.startswith("--liveness-temperature-threshold:")]
# The monitor is hot in all decisions: P finds it hot for longer than the threshold.
decisions = [l for l in lines if l and not l.startswith("--")]
assert len(decisions) > threshold + 1, (len(decisions), threshold)
chosen = [l for l in decisions if l in ("True", "False")]
assert len(chosen) % 3 == 0 and chosen == chosen[:3] * (len(chosen) // 3) and len(chosen) > 3, chosen
PY

# ------------------------------------------------------------------------- hot at the end

sed '/odd = !odd/{n;d;}' wrong.p > ends.p
run 20 check --quiet --out ended --junit ended.xml --sarif ended.sarif --github ends.p
exits 1
ended='nothing is left to do, but Ends is in hot state Waiting, hot since the start'
prints "tc: BUG: liveness: $ended"
prints "title=tc%3A liveness::$ended%0A"
for file in ended.xml ended.sarif; do
    if grep -q "$ended" $file; then passes; else fails "$file does not say since when"; fi
done
run 10 replay -q ended/tc-liveness.trace.jsonl
exits 1
prints "bug: liveness: $ended"

finish
