"""tests/check/command.py: `plait check`, asked about one program at a time."""

import json
import os
import subprocess

import programs
import unsound

EXHAUSTIVE = ["ses", "dfs", "bfs", "depth", "pb", "hybrid"]
SECONDS = 60 if not os.environ.get("PLAIT_SANITIZED") else 300


class Odd(Exception):
    """The command did not answer as it should; the argument says how."""


def seen_in(part):
    """The same lists and objects, with numbers but for lines replaced by whether they are
    more than none."""
    if isinstance(part, dict):
        return {name: value if name == "line" else seen_in(value) for name, value in part.items()}
    if isinstance(part, list):
        return [seen_in(value) for value in part]
    return part > 0 if isinstance(part, (int, float)) else part


def deploy_text(program, network):
    """The deployment file that says which machines share a container."""
    shared = network.with_creator
    kinds = [kind.name for kind in program.kinds]
    default = "with-creator" if 2 * len(shared) > len(kinds) else "own"
    machines = {name: {"container": "with-creator" if name in shared else "own"}
                for name in kinds if (name in shared) != (default == "with-creator")}
    return json.dumps({"plait-deploy": 1, "default": default, "machines": machines}, indent=4)


class Checker:
    """Runs plait check on one program after the other. What was compiled is kept in
    the folder, so that C that many programs share is compiled once."""

    def __init__(self, plait, folder):
        self.plait = plait
        self.folder = folder
        self.path = os.path.join(folder, "program.p")
        self.foreign = self.file("foreign.c", programs.FOREIGN_TEXT)
        self.explorers = {name: self.file(f"explorer{i}.c", unsound.explorer_text(name))
                          for i, name in enumerate(unsound.UNSOUND)}
        self.environment = {**os.environ, "PLAIT_CACHE": os.path.join(folder, "cache")}

    def file(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def give(self, program, points, short_queue, network):
        """network: an oracle.Network."""
        self.file("program.p", programs.text(program))
        self.points = points
        self.network = [] if network.name == "mailbox" else ["--network", network.name]
        for option, count in network.faults._asdict().items():
            self.network += [f"--{option}", str(count)] if count else []
        if network.with_creator:
            self.network += ["--deploy", self.file("deploy.json", deploy_text(program, network))]
        self.queues = ["--short-queue", str(short_queue)] if short_queue else []
        self.paths = [self.path] + ([self.foreign] if program.foreign else [])

    def run(self, *arguments):
        try:
            return subprocess.run([self.plait, *arguments, *self.paths], capture_output=True,
                                  timeout=SECONDS, env=self.environment)
        except subprocess.TimeoutExpired:
            raise Odd(f"no answer within {SECONDS} seconds") from None

    def counts(self, brute):
        """The numbers of states, transitions and bugs by brute force (tests/brute)."""
        done = subprocess.run([brute, "--points", self.points, *self.network, self.path],
                              capture_output=True, timeout=SECONDS, text=True)
        words = done.stdout.split()
        if done.returncode not in (0, 1) or words[::2] != ["states", "transitions", "bugs"]:
            raise Odd(f"brute force: exit code {done.returncode}: {done.stderr.strip()[-800:]}")
        return tuple(map(int, words[1::2]))

    def replay(self, trace):
        """The exit code of replaying a trace."""
        return self.run("replay", trace).returncode

    def coverage(self, *options):
        """What was seen of the program, without how often."""
        path = os.path.join(self.folder, "coverage.json")
        if os.path.exists(path):
            os.remove(path)
        self(*options, "--coverage-json", path)
        with open(path, encoding="utf-8") as file:
            return seen_in(json.load(file)["machines"])

    def __call__(self, *options):
        """The verdict, as JSON has it."""
        points = [] if "--points" in options else ["--points", self.points]
        if "--reduce" not in options and options[1] in EXHAUSTIVE:
            # The oracle counts every state. A limit of depth ends the reduction by itself.
            points += ["--reduce", "local" if "--depth" in options else "none"]
        done = self.run("check", "--no-warn", "all", "--json", "-", "--out",
                        os.path.join(self.folder, "out"), *self.queues, *self.network, *points,
                        *options)
        said = done.stderr.decode(errors="replace").strip()
        if done.returncode not in (0, 1):
            raise Odd(f"exit code {done.returncode}: {said[-800:]}")
        try:
            test, = json.loads(done.stdout)["tests"]
        except (ValueError, KeyError):
            raise Odd(f"no usable JSON: {done.stdout[-300:]!r}: {said[-500:]}") from None
        if (done.returncode == 1) != (test["verdict"] == "bug"):
            raise Odd(f"exit code {done.returncode}, but verdict {test['verdict']}")
        return test
