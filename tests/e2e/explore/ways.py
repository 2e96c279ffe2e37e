"""tests/e2e/explore/ways.py PLAIT: runs of plait explore against schedules of plait check.

Every execution of ways.p in which the first machine does not crash ends in a bug, so the trace of `check --schedules 1` is
the first schedule of a search.
"""

import subprocess
import sys

from client import Explorer, turns_of

plait, program = sys.argv[1:]
failed = compared = 0


def check(what, good):
    global failed
    failed += not good
    print(("ok: " if good else "NOT OK: ") + what)


def trace_of(*options):
    """The schedule of the bug that check finds; None: it finds none."""
    code = subprocess.run([plait, "check", "-q", "--no-shrink", "--out", "found", program, *options], capture_output=True).returncode
    return turns_of("found/tc-assertion.trace.jsonl") if code == 1 else None


for network in ([], ["--network", "fifo", "--crashes", "1"]):
    with Explorer(plait, *network, program) as explorer:
        ways = explorer.ask("state", turns=[])["ways"]
        for name in ways["samplers"]:
            for seed in (0, 3):
                wanted = trace_of("--search", name, "--schedules", "1", "--seed", str(seed), *network)
                state = explorer.ask("state", turns=[], do={"run": name}, seed=seed, steps=10000)
                check(f"{network} {name} {seed}: the schedule of check", state["turns"] == wanted if wanted else "kind" not in state["data"])
                compared += wanted is not None
        for name in ways["explorers"]:
            wanted = trace_of("--search", "ss", "--explorer", name, "--schedules", "1", "--seed", "3", *network)
            state = explorer.ask("state", turns=[], do={"explorer": name}, seed=3, steps=10000)
            check(f"{network} {name}: the schedule of check", state["turns"] == wanted)
            if name in ("rtc", "rr") and not network:
                wanted = trace_of("--search", "ses", "--delays", "0", "--reduce", "none", "--explorer", name)
                check(f"{name}: the schedule of ses without delays", state["turns"] == wanted)
        # The n-th schedule of a search that learns nothing, and of one that learns.
        for name in ("random", "pct") if not network else ():
            first = explorer.ask("state", turns=[], do={"run": name, "schedule": 0}, seed=2, steps=10000)["turns"]
            fifth = explorer.ask("state", turns=[], do={"run": name, "schedule": 5}, seed=2, steps=10000)["turns"]
            again = explorer.ask("state", turns=[], do={"run": name, "schedule": 5}, seed=2, steps=10000)["turns"]
            check(f"{name}: schedules differ, and repeat", first != fifth and fifth == again)
check("most schedules have the bug", compared >= 30)
sys.exit(failed > 0)
