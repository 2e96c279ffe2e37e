"""The correct protocols: every test that has no seeded bug, with the default search."""

import os
import subprocess

SAMPLES = 10000    # of what was not covered
LARGE = "tcLarge"  # the names of tests that are too large to be explored begin with this
TITLE = "The correct protocols"
COLUMNS = ["Protocol", "Test", "Verdict", "States", "Schedules"]


def tests_of(plait, root):
    """(folder, test) of each test without a seeded bug."""
    protocols = os.path.join(root, "protocols")
    for folder in sorted(os.listdir(protocols)):
        path = os.path.join(protocols, folder)
        if not os.path.isdir(path) or not any(name.endswith(".pproj") for name in os.listdir(path)):
            continue
        done = subprocess.run([plait, "check", "--list-tests", "-q", path], stdout=subprocess.PIPE, text=True, check=True)
        for test in done.stdout.split():
            if not test.startswith("tcBug"):
                yield folder, test


def measure(cells, tests, seconds, memory, states):
    """A row for each test. A large one gets a tenth of the states."""
    for folder, test in tests:
        most = states // 10 if states and test.startswith(LARGE) else states
        limits = {"time": seconds, "memory": memory, "states": most, "schedules": SAMPLES}
        results = cells.check(folder, test, ["--search", "hybrid"], limits)
        result = next(result for result in results if result["test"] == test)
        yield dict(zip(COLUMNS, [folder, test, result["verdict"], str(result["states"]), str(result["schedules"] or "")]))


def short_name(test):
    """tcFour___nodes_4__stops_1 as tcFour (nodes 4, stops 1)."""
    name, _, parameters = test.partition("___")
    parts = [" ".join(part.rsplit("_", 1)) for part in parameters.split("__") if part]
    return f"`{name}` ({', '.join(parts)})" if parts else f"`{name}`"


def page(figures, budget):
    counts = {verdict: sum(row["Verdict"] == verdict for row in figures) for verdict in ("verified", "no-bug-found", "bug")}
    large = sum(row["Test"].startswith(LARGE) and row["Verdict"] == "no-bug-found" for row in figures)
    lines = [f"# {TITLE}", "",
             "Written by `make tables`. Every test of [protocols](../../protocols) that has no seeded bug, with the default search, `hybrid`: what it has not covered "
             "within its budget it samples.", "", f"Budget of each test: {budget}, {SAMPLES:,} samples.", "",
             f"{len(figures)} tests: {counts['verified']} verified (all schedules covered), {counts['no-bug-found']} without a bug within the budget, of which "
             f"{large} are meant to be too large; {counts['bug']} with a bug.", "",
             "| protocol | test | verdict | states | samples |", "|---|---|---|---|---|"]
    for row in figures:
        lines.append(f"| {row['Protocol']} | {short_name(row['Test'])} | {row['Verdict'].replace('-', ' ')} | {int(row['States']):,} | "
                     f"{format(int(row['Schedules']), ',') if row['Schedules'] else ''} |")
    return "\n".join(lines) + "\n"
