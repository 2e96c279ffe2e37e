"""tests/conformance/p_judge.py: compares the results of P and Plait for a program.

A program without a test is given to both with a file that declares a test for it: P's default
test has no specs, ours has all. Then these are compared:

    accepted    both compile it, or both reject it, and both list the same tests;
    verdicts    P's checker with N random schedules, plait with as many, and plait's default
                search; if P finds a bug, plait must not say `verified`;
    schedules   each tool replays the schedules of the other's bugs: the same bug must occur,
                and for our schedules the whole log must be the same, line by line.

A difference is a problem, unless it is explained: EXPLAINED, with the reason. If only one tool
finds a bug with its random schedules, and the other can replay its schedule, this is counted, and
is not a problem.
"""

import collections
import json
import os
import re
import subprocess

import p_log
import p_tool

SECONDS = 120

# problems: what is wrong; explained: what differs for a known reason; counts: classes.
Result = collections.namedtuple("Result", "name problems explained classes")

# Kinds that are one thing under two names: ours first.
ALIKE = {
    ("bad-cast", "null-value"), ("null-target", "null-value"), ("bad-cast", "exception"),
    ("bad-cast", "index"), ("choose", "exception"), ("choose", "index"),
    ("missing-key", "null-value"),
}

# (what the problem says, what the program must contain, why it is right all the same).
EXPLAINED = [
    (r"schedule|replayed|logs", r"case\s+null\b|,\s*null\s*:",
     "a `case null` of a receive never runs in P: it waits for another event"),
    (r"schedule|replayed|logs", r"\bon\s+null\b|defer\s+null|ignore\s+null",
     "P hands out null by what was in the queue when the machine looked (docs/ci.md)"),
    (r"unhandled-event.*, P none", r"\bdefer\b", "P loses an event that is raised while deferred"),
    (r"bad-cast: null is no (seq|set|map|\()", r"", "P lets null pass as a collection"),
    (r"bad-cast: .*, P none", r"\bas\b", "we look at every element at a cast, P where it is used"),
    (r"no answer within|infinite-loop", r"", "P's checker has no limit within a handler"),
    (r"stack-overflow", r"", "P's checker ends with its process"),
    (r"P rejected: .*PVerifier", r"", "the verifier's declarations; we set them aside"),
    (r"NullReferenceException|PHalt", r"\braise\s+halt\b",
     "P's run time fails when a monitor raises halt"),
    (r"ArgumentNullException", r"\bmap\b", "P takes no null as a key of a map"),
    (r"NotImplementedException", r"\bhalt\b", "P's checker cannot copy the event halt"),
    (r"P rejected: .*'scenario'", r"", "P 3.1 does not have scenarios yet"),
    (r"P rejected: .*Parameter 'stmt'", r"\bassume\b", "P's checker does not have `assume`"),
]


def first_error(said):
    """The first error that P's compiler reports, in one line."""
    found = re.search(r"\[\w*\s?\w*Error:\][^\n]*|error CS[^\n]*|\[Internal[^~]*", said)
    return " ".join((found.group(0) if found else said[-200:]).split())[:200]


def alike(ours, theirs):
    return ours == theirs or (ours, theirs) in ALIKE


# ------------------------------------------------------------------------ the extra test

def strip_comments(text):
    return re.sub(r"//[^\n]*|/\*.*?\*/", "", text, flags=re.DOTALL)


def read(paths):
    parts = []
    for path in paths:
        with open(path, encoding="utf-8-sig", errors="replace") as file:
            parts.append(file.read())
    return strip_comments("\n".join(parts))


def extra_test(text, hot):
    """A test for a program that declares none: the default one, with all specs. `hot`
    adds a spec that stays hot, so that each execution that ends is a bug with a schedule.
    None for a program that has tests, or no machine called Main."""
    if re.search(r"^\s*(test\b|implementation\b|param\b)", text, re.MULTILINE):
        return None
    machines = re.findall(r"\bmachine\s+(\w+)[^;{]*\{", text)
    specs = re.findall(r"\bspec\s+(\w+)\s+observes\b", text)
    if "Main" not in machines:
        return None
    lines = []
    if hot:
        lines = ["event eJudge;",
                 "spec JudgeEnd observes eJudge { start hot state Open { ignore eJudge; } }"]
        specs.append("JudgeEnd")
    asserted = f"assert {', '.join(specs)} in " if specs else ""
    lines.append(f"test tcJudge [main=Main]: {asserted}{{ {', '.join(machines)} }};")
    return "\n".join(lines) + "\n"


# ------------------------------------------------------------------------------ our command

def plait_run(plait, arguments, seconds=SECONDS):
    done = subprocess.run([plait, *arguments], capture_output=True, timeout=seconds)
    return (done.returncode, done.stdout.decode(errors="replace"),
            done.stderr.decode(errors="replace"))


def plait_tests(plait, paths):
    """The names of the tests, or None with what is wrong when it is rejected."""
    code, out, said = plait_run(plait, ["check", "--list-tests", "--no-warn", "all", *paths])
    return (out.split(), "") if code == 0 else (None, said)


def plait_check(plait, paths, test, options, out):
    """What a search says of a test: as in the command's JSON, or None with what is wrong."""
    code, text, said = plait_run(
        plait, ["check", "--quiet", "--no-warn", "all", "--json", "-", "--memory", "2000", "--out",
                out, "--p-output", out, *options, "--test", test, *paths])
    if code not in (0, 1):
        return None, f"exit code {code}: {said[-500:]}"
    found = [t for t in json.loads(text)["tests"] if t["test"] == test]
    return (found[0], None) if found else (None, "the test is not in the answer")


def plait_replay(plait, paths, test, schedule):
    """The kind of the bug, None for no bug; and what was said."""
    code, out, said = plait_run(plait, ["replay", "--quiet", "--test", test, schedule, *paths])
    bug = re.search(r"^bug: ([\w-]+)(.*)", out + said, re.MULTILINE)
    if code == 1 and bug:
        return bug.group(1), bug.group(2)
    return None, " " + (out + said).strip() if code == 0 else f" exit code {code}: {said[-300:].strip()}"


# ------------------------------------------------------------------------------ the judgement

class Judge:
    def __init__(self, plait, tool, options, folder):
        self.plait, self.tool, self.options, self.folder = plait, tool, options, folder

    def judge(self, name, paths, only_front=False, hot=False):
        """Compares everything about one program."""
        self.problems, self.classes = [], collections.Counter()
        files = [p for p in p_tool.input_files(paths)]
        self.text = read(p for p in files if p.endswith(".p"))
        extra = extra_test(self.text, hot)
        if extra:
            path = os.path.join(self.folder, "judge_test.p")
            with open(path, "w", encoding="utf-8") as file:
                file.write(extra)
            files.append(path)
        self.files = [f for f in files if f.endswith(".p")]
        try:
            compiled = self.front(files)
            if extra and self.classes["both reject"]:
                # Perhaps only because of the test that was added: then there is none.
                self.classes.clear()
                self.files.remove(path)
                compiled = self.front([f for f in files if f != path])
            if compiled and not only_front:
                self.tests(compiled)
        except subprocess.TimeoutExpired as late:
            self.problems.append(f"no answer from {os.path.basename(late.cmd[0])} "
                                 f"within {late.timeout:.0f} seconds")
        return self.sorted(name)

    def front(self, files):
        """Whether both accept it; the compiled program when they do."""
        compiled = self.tool.compile(files)
        names, said = plait_tests(self.plait, self.files)
        if compiled.accepted != (names is not None):
            theirs = "accepted" if compiled.accepted else f"rejected: {first_error(compiled.said)}"
            ours = "accepted" if names is not None else f"rejected: {said.splitlines()[0][:200]}"
            self.problems.append(f"front end: plait {ours}; P {theirs}")
        self.classes["both accept" if compiled.accepted and names is not None else
                     "both reject" if not compiled.accepted and names is None else
                     "accepted by one"] += 1
        return compiled if compiled.accepted and names is not None else None

    def tests(self, compiled):
        theirs = self.tool.tests(compiled)
        ours, _ = plait_tests(self.plait, self.files)
        if not theirs and not ours:
            self.classes["no tests"] += 1
            return
        if set(theirs) != set(ours):
            self.problems.append(f"tests: plait lists {sorted(set(ours) - set(theirs))[:3]}, "
                                 f"P {sorted(set(theirs) - set(ours))[:3]}")
        if re.search(r"\bfun\s+\w+\s*\([^)]*\)[^;{]*;|\btype\s+\w+\s*;", self.text):
            self.classes["foreign code: only compiled"] += 1
            return
        both = [t for t in ours if t in theirs
                and not any(o != t and o.startswith(t) for o in theirs)]
        for test in both[:self.options.tests]:
            self.test(compiled, test)

    def test(self, compiled, test):
        o = self.options
        p = self.tool.check(compiled, test, ["-s", str(o.schedules), "-ms", str(o.steps // 10),
                                             "--seed", str(o.seed)], o.time)
        if p.problem:
            self.problems.append(f"{test}: P: {p.problem}")
            return
        random = ["--search", "random", "--schedules", str(o.schedules), "--steps", str(o.steps),
                  "--temperature", str(o.steps // 2), "--seed", str(o.seed), "--no-shrink"]
        for search, arguments in [("random", random), ("default", [])]:
            self.search(compiled, test, search, [*arguments, "--time", str(o.time)], p)
        if p.kind:
            self.replay_theirs(test, p)

    def search(self, compiled, test, search, arguments, p):
        out = os.path.join(self.folder, search)
        found, problem = plait_check(self.plait, self.files, test, arguments, out)
        if problem:
            self.problems.append(f"{test}: {search}: {problem}")
            return
        bug = found["bug"]
        if bug and bug["suspected"]:
            bug["kind"] = "liveness"
        kind = bug["kind"] if bug else None
        if kind and alike(kind, p.kind):
            self.classes[f"{search}: same bug"] += 1
        elif kind:
            self.classes[f"{search}: other bug" if p.kind else f"{search}: only we"] += 1
        elif p.kind:
            self.classes[f"{search}: only P"] += 1
            if found["verdict"] == "verified":
                self.problems.append(f"{test}: {search}: verified, P {p.kind}: {p.said[:200]}")
        else:
            self.classes[f"{search}: no bug"] += 1
        if kind:
            self.replay_ours(compiled, test, search, bug, os.path.join(out, f"{test}-{kind}"))

    def replay_ours(self, compiled, test, search, bug, path):
        if not os.path.exists(path + ".schedule"):
            self.classes["ours to P: no schedule"] += 1
            return
        p = self.tool.replay(compiled, test, path + ".schedule", SECONDS)
        if p.problem:
            self.problems.append(f"{test}: {search}: replayed by P: {bug['kind']}: {p.problem}")
            return
        with open(path + ".txt", encoding="utf-8") as file:
            difference = p_log.first_difference(file.read().split("\n"), p.log,
                                                p_log.enum_numbers(self.text))
        if not alike(bug["kind"], p.kind):
            self.problems.append(f"{test}: {search}: replayed by P: plait {bug['kind']}: "
                                 f"{bug['message'][:100]}, P {p.kind or 'none'} "
                                 f"{p.said[:150]}"
                                 + (f"; {difference}" if difference else ""))
        elif bug.get("suspected") or bug.get("loop_steps"):
            self.classes["ours to P: hot for long, too"] += 1  # P counts more, and stops before
        elif difference:
            self.problems.append(f"{test}: {search}: logs differ: {difference}")
        else:
            self.classes["ours to P: same bug, same log"] += 1

    def replay_theirs(self, test, p):
        path = os.path.join(self.folder, "theirs.schedule")
        with open(path, "w", encoding="utf-8") as file:
            file.write(p.schedule)
        kind, said = plait_replay(self.plait, self.files, test, path)
        if alike(kind, p.kind):
            self.classes["P's to us: same bug"] += 1
        elif "potential liveness" in p.said and said.startswith(" no bug"):
            self.classes["P's to us: hot for long, no bug here"] += 1
        else:
            self.problems.append(f"{test}: P's schedule: plait {kind or 'none'}{said}, "
                                 f"P {p.kind}: {p.said[:150]}")

    def sorted(self, name):
        """Problems for which there is an explanation are set apart."""
        problems, explained = [], []
        for problem in self.problems:
            reasons = [why for says, has, why in EXPLAINED
                       if re.search(says, problem) and re.search(has, self.text)
                       and (says or has)]
            if reasons:
                explained.append(f"{problem}: {reasons[0]}")
            else:
                problems.append(problem)
        return Result(name, problems, explained, self.classes)
