"""The cells of the tables: one run of `plait check` each, kept in a file so that an interrupted run continues.

A run is kept without its budget, with how far it went: a bug that was found after 300 states is also the result with a budget of a
million states, and a search that found nothing in a million states has found nothing in 300. So a table that was measured with a small
budget is measured with a larger one by executing only the runs that found nothing.
"""

import collections
import json
import os
import statistics
import subprocess
import tempfile

MISSING = "-"    # there is no such program, or no such figure
NOT_FOUND = "*"  # not within the budget
BEYOND = ">"     # before a number: not found within so many

# What a search may use. `states` is for exhaustive searches, `schedules` for samplers; None: not limited.
Budget = collections.namedtuple("Budget", "seconds schedules states seeds memory")

ENDED = ("bug", "verified")  # verdicts that a larger budget does not change


class Cells:
    """Results of `plait check` by what was run. Each is appended to `path` as soon as it is there."""

    def __init__(self, path, plait, root, niceness=0):
        self.path, self.plait, self.root, self.niceness = path, plait, root, niceness
        self.results = {}
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                for line in file:
                    if line.endswith("\n"):  # the last line of an interrupted run may be incomplete
                        entry = json.loads(line)
                        self.results[entry["run"]] = entry["result"]

    def check(self, folder, test, words, limits):
        """The results of all tests of the folder whose names begin with `test`. `limits` maps options to values."""
        run = " ".join([folder, test, *words])
        if run not in self.results or not all(reaches(result, limits) for result in self.results[run]):
            options = [word for option, value in limits.items() if value for word in (f"--{option}", str(value))]
            self.results[run] = [self.short(result) for result in self.execute(folder, test, [*words, *options])]
            self.keep(run)
        return [within(result, limits) for result in self.results[run]]

    def execute(self, folder, test, options):
        with tempfile.TemporaryDirectory() as out:
            done = subprocess.run(
                ["nice", "-n", str(self.niceness), self.plait, "check", os.path.join(self.root, "protocols", folder),
                 "-t", test, "--quiet", "--no-shrink", "--out", out, "--json", "-", *options],
                stdout=subprocess.PIPE, text=True)
        if not done.stdout.startswith("{"):
            raise RuntimeError(f"plait check {folder} -t {test} {' '.join(options)} ended with {done.returncode}")
        return json.loads(done.stdout)["tests"]

    @staticmethod
    def short(result):
        bug = result["bug"] or {}
        return {"test": result["test"], "verdict": result["verdict"], "states": result["states"],
                "schedules": result["schedules"], "depth": result["depth"], "delays": bug.get("delays"),
                "steps": bug.get("steps"), "seconds": round(result["total_seconds"], 3),
                "map_seconds": result.get("map_seconds"), "map_refine_seconds": result.get("map_refine_seconds")}

    def keep(self, run):
        os.makedirs(os.path.dirname(self.path), exist_ok=True)
        with open(self.path, "a", encoding="utf-8") as file:
            file.write(json.dumps({"run": run, "result": self.results[run]}) + "\n")


class OnlyKept(Cells):
    """Takes what is kept, and executes nothing."""

    def execute(self, folder, test, options):
        return [{"test": test, "verdict": "not-run", "bug": None, "states": 0, "schedules": 0, "depth": 0, "total_seconds": 0}]

    def check(self, folder, test, words, limits):
        run = " ".join([folder, test, *words])
        if run in self.results:
            return [within(result, limits) for result in self.results[run]]
        return [self.short(result) for result in self.execute(folder, test, words)]


def forget(path, folders):
    """Removes the runs of these folders: their programs have changed."""
    if not os.path.exists(path):
        return
    with open(path, encoding="utf-8") as file:
        kept = [line for line in file if line.endswith("\n") and json.loads(line)["run"].split()[0] not in folders]
    with open(path + ".new", "w", encoding="utf-8") as file:
        file.writelines(kept)
    os.replace(path + ".new", path)


def reaches(result, limits):
    """Whether a run says all that a run with these limits would say."""
    if result["verdict"] in ENDED:
        return True
    used = {"schedules": result["schedules"], "states": result["states"], "time": result["seconds"]}
    return any(limits.get(member) and used[member] >= limits[member] for member in used)


def within(result, limits):
    """The result as it would be with these limits: what was found later is not found."""
    for member in ("schedules", "states"):
        if result["verdict"] in ENDED and limits.get(member) and result[member] > limits[member]:
            return {**result, "verdict": "no-bug-found", member: limits[member]}
    return result


def median(values):
    """The lower median; a run that found nothing counts as infinitely much."""
    middle = statistics.median_low([float("inf") if value is None else value for value in values])
    return None if middle == float("inf") else middle


def found(result, member):
    """A figure of a run that found the bug; else None."""
    return result[member] if result["verdict"] == "bug" else None


def text(value):
    return NOT_FOUND if value is None else str(value)


def number(cell):
    """What a cell says, as a number; None for one without."""
    try:
        return float(cell)
    except ValueError:
        return None
