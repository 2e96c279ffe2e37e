"""tests/e2e/explore/wander.py PLAIT SEED COUNT WORD...: goes anywhere by single moves, then lets check's strategies go on.

After any moves by hand, in the middle of handlers and choices, every sampler and explorer can go on, the executor accepts
what it makes, and plait replay accepts the saved trace.
"""

import random
import subprocess
import sys

from client import Explorer

plait, seed, count, *words = sys.argv[1:]
lot = random.Random(int(seed))
runs = 0

with Explorer(plait, *words) as explorer:
    for i in range(int(count)):
        state = explorer.ask("state", turns=[])
        for _ in range(lot.randrange(25)):
            if state["over"]:
                break
            one = lot.choice(state["next"])
            do = {"machine": one["machine"], "whole": lot.random() < 0.3}
            if "alternatives" in one:
                do["choices"] = [lot.randrange(one["alternatives"])]
            if "choices" in one:
                do["choices"] = one["choices"]
            state = explorer.ask("state", turns=state["turns"], do=do)
        if state["over"]:
            continue
        ways = [{"run": name} for name in state["ways"]["samplers"]] + [{"explorer": name} for name in state["ways"]["explorers"]]
        do = lot.choice(ways)
        after = explorer.ask("state", turns=state["turns"], do=do, seed=lot.randrange(100), steps=lot.choice([1, 5, 300]))
        assert len(after["turns"]) >= len(state["turns"]), (do, state["turns"], after["turns"])
        explorer.ask("futures", turns=state["turns"], count=2, steps=50)
        runs += 1
        if i % 10 == 0:
            open("saved.trace.jsonl", "wb").write(explorer.ask("trace", turns=after["turns"]))
            found = "kind" in after["data"]
            code = subprocess.run([plait, "replay", "-q", "saved.trace.jsonl"], capture_output=True).returncode
            assert code == (1 if found else 0), (code, after["data"]["outcome"], after["turns"])
print(f"{runs} runs")
