"""tests/e2e/explore/network.py PLAIT PROGRAM: deliveries, a crash, a cut and a suspicion, taken by hand."""

import subprocess
import sys

from client import Explorer

plait, program = sys.argv[1:]
failed = 0


def check(what, good, detail=""):
    global failed
    failed += not good
    print(("ok: " if good else "NOT OK: ") + what, detail if not good else "")


def texts(state):
    return [one["name"] + " " + one["does"] for one in state["next"]]


def take(explorer, state, *wanted):
    """Takes the steps with these texts, one after the other."""
    for text in wanted:
        one = next((one for one in state["next"] if (one["name"] + " " + one["does"]).startswith(text)), None)
        if one is None:
            raise SystemExit(f"{text} is not in {texts(state)}")
        do = {"machine": one["machine"], "whole": True}
        if "choices" in one:
            do["choices"] = one["choices"]
        if "alternatives" in one:
            do["choices"] = [one["alternatives"] - 1]
        state = explorer.ask("state", turns=state["turns"], do=do)
    return state


def save(explorer, state, path):
    open(path, "wb").write(explorer.ask("trace", turns=state["turns"]))
    return subprocess.run([plait, "replay", path], capture_output=True, text=True)


options = ["--network", "fifo", "--crashes", "1", "--cuts", "1", "--suspicions", "1"]
with Explorer(plait, *options, program) as explorer:
    first = explorer.ask("state", turns=[])
    check("what can happen first", texts(first) == ["Main(1) starts", "fault nothing more goes wrong", "fault Main(1): crash"], texts(first))
    asked = take(explorer, first, "Main(1) starts", "Far(3) starts")
    check("a delivery, a crash, a cut and a suspicion", set(texts(asked)) == {
        "Main(1) to Far(3) delivers eAsk Main(1)", "fault nothing more goes wrong", "fault Main(1): crash", "fault Far(3): crash",
        "fault cut between Main(1) and Far(3)", "fault Main(1) suspects Far(3)"}, texts(asked))

    crashed = take(explorer, asked, "Main(1) to Far(3) delivers", "fault Far(3): crash", "fault nothing more")
    check("the crash leaves the monitor hot", crashed["over"] and crashed["data"]["kind"] == "liveness", crashed["data"]["outcome"])
    replayed = save(explorer, crashed, "crash.trace.jsonl")
    check("replay accepts the crash", replayed.returncode == 1 and "crash" in replayed.stdout, replayed.stdout)

    cut = take(explorer, asked, "fault cut between", "fault nothing more")
    check("the cut loses the event", cut["over"] and any(row["what"] == "lost" for row in cut["data"]["rows"]), cut["data"]["rows"][-3:])
    check("replay accepts the cut", save(explorer, cut, "cut.trace.jsonl").returncode == 1)

    told = take(explorer, asked, "fault Main(1) suspects Far(3)", "Main(1) takes eSuspect")
    check("the suspicion is taken", "fault Main(1) suspects Far(3)" not in texts(told))
    check("replay accepts the suspicion", save(explorer, told, "told.trace.jsonl").returncode == 0)

    # The sender crashes: what it has sent is delivered or lost.
    orphan = take(explorer, asked, "fault Main(1): crash", "Main(1) to Far(3)")
    check("a choice of the channel", texts(orphan) == ["Main(1) to Far(3) chooses one of 2"], texts(orphan))
    check("what it means", orphan["next"][0]["words"] == ["delivers the next event", "loses the rest"])
    lost = take(explorer, orphan, "Main(1) to Far(3) chooses")
    check("the rest is lost", any(row["what"] == "lost" for row in lost["data"]["rows"]))

    fine = take(explorer, asked, "fault nothing more goes wrong", "Main(1) to Far(3) delivers", "Far(3) takes", "Far(3) to Main(1) delivers", "Main(1) takes")
    check("without faults all is well", fine["over"] and "kind" not in fine["data"])
    check("replay accepts it", save(explorer, fine, "fine.trace.jsonl").returncode == 0)
    status, answer = explorer.send("state", {"turns": fine["turns"], "do": {"machine": 2, "choices": [1, 3]}})
    check("no fault after the last one", status == 422, answer)

# From a step of a trace: its network and its budget.
with Explorer(plait, "crash.trace.jsonl") as explorer:
    before = explorer.ask("state", turns=crashed["turns"][:-2])
    check("back to before the crash", "fault Far(3): crash" in texts(before), texts(before))
    other = take(explorer, before, "fault nothing more", "Far(3) takes", "Far(3) to Main(1) delivers", "Main(1) takes")
    check("another end", other["over"] and "kind" not in other["data"])
sys.exit(failed > 0)
