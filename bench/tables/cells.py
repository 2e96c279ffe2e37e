"""The cells of the tables: one run of `plait check` each, kept in a file so that an interrupted run continues."""

import json
import os
import statistics
import subprocess
import tempfile

MISSING = "-"    # there is no such program, or no such figure
NOT_FOUND = "*"  # not within the budget


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

    def check(self, folder, test, options):
        """The results of all tests of the folder whose names begin with `test`."""
        run = " ".join([folder, test, *options])
        if run not in self.results:
            self.results[run] = [self.short(result) for result in self.execute(folder, test, options)]
            self.keep(run)
        return self.results[run]

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
                "steps": bug.get("steps"), "seconds": round(result["total_seconds"], 3)}

    def keep(self, run):
        os.makedirs(os.path.dirname(self.path), exist_ok=True)
        with open(self.path, "a", encoding="utf-8") as file:
            file.write(json.dumps({"run": run, "result": self.results[run]}) + "\n")


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
