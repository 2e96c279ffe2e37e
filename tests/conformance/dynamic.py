"""tests/conformance/dynamic.py: what P's own programs do when they are explored.

Each program is checked twice: with `ses`, and with `random` and as many schedules as P's own
runner takes. The name of its folder is the expected result: a DynamicError program has
a bug, a Correct one has none. The suite seldom says which kind of bug is expected; it is
derived from the program, as far as possible:

    a kind must be possible: no failed assertion without an `assert`, no deadlock
    without a `receive`, and so on (NEEDS);
    if a comment after a statement names a kind of error, that kind is expected (REMARKS).

The results of the Liveness suite, and of the tutorials, are listed but not compared: some
of their bugs are executions without an end.
"""

import collections
import concurrent.futures
import json
import os
import re
import subprocess
import tempfile

JOBS = 2
MEMORY = 2000

CORRECT, ERROR = "Correct", "DynamicError"

SEARCHES = {
    "ses": lambda seconds: ["--search", "ses", "--time", str(seconds)],
    "random": lambda seconds: ["--search", "random", "--schedules", "1000", "--steps", "1000",
                               "--time", str(4 * seconds)],
}

# What must stand in a program before a bug of the kind can be in it.
NEEDS = {
    "assertion": r"\bassert\b",
    "deadlock": r"\breceive\b",
    "liveness": r"\bhot\b",
    "null-target": r"\b(send|raise)\b",
    "bad-cast": r"\b(as|any|data|send|raise|new|goto)\b",
    "index": r"\[",
    "missing-key": r"\bmap\b|\[",
    "duplicate-key": r"\bmap\b",
    "divide-by-zero": r"[/%]",
    "choose": r"\bchoose\b",
    "queue-bound": r"\b(assert|assume)\s+\d",
    "infinite-loop": r"\b(while|raise|goto|on)\b",
    "forbidden-send": r"\bsend\b",
    "foreign": r"\bfun\b[^{]*;|\btype\s+\w+\s*;",
}

# A remark on a line of code, and the kinds that it speaks of.
REMARKS = [
    (r"index.out.of.bounds", {"index"}),
    (r"key not found|key .*not (present|in the map)", {"missing-key"}),
    (r"must be a member of type|casting error", {"bad-cast"}),
    (r"^\s*(this assert is reachable|assert.* fails)", {"assertion"}),
]

# Programs in Correct that have a bug all the same: its kind, and why it is one.
KNOWN = {
    "Feature1SMLevelDecls/Correct/BugRepro":
        ("assertion", "the assertion says `fails` itself; too deep for P's own runner"),
    "Feature5ModuleSystem/Correct/Elevator":
        ("unhandled-event", "ReturnState raises what it does not handle, and StoppingTimer "
         "is not ready for a timer that fired: the program relied on a stack of states. "
         "P's own runner does not run this suite"),
    "Feature5ModuleSystem/Correct/ElevatorMod": ("unhandled-event", "as Elevator"),
    "Feature5ModuleSystem/Correct/OSR":
        ("unhandled-event", "sStoppingTimerDriver is not ready for events that those it is "
         "entered from defer: the program relied on a stack of states. P's own runner does "
         "not run this suite"),
}

# One check: of a test of a program by a search. bug: as in the command's JSON.
Check = collections.namedtuple("Check", "test verdict bug states transitions schedules seconds "
                               "limits problem")
# One program: its checks by search, what is wrong with them, what is worth reading.
Result = collections.namedtuple("Result", "program expected checks problems notes")


# ----------------------------------------------------------------------------- the command

def check_of(test):
    return Check(test["test"], test["verdict"], test["bug"], test["states"],
                 test["transitions"], test["schedules"], test["seconds"], test["limits_hit"],
                 None)


def failed_check(problem):
    return Check("", "none", None, 0, 0, 0, 0.0, [], problem)


def explore(plait, paths, options, patience):
    """A Check for each test of the program."""
    with tempfile.TemporaryDirectory() as folder:
        command = [plait, "check", "--no-warn", "all", "--quiet", "--json", "-", "--memory",
                   str(MEMORY), "--out", folder, *options, *paths]
        try:
            done = subprocess.run(command, capture_output=True, timeout=patience)
        except subprocess.TimeoutExpired:
            return [failed_check(f"no answer within {patience} seconds")]
    said = done.stderr.decode(errors="replace").strip()
    try:
        tests = [check_of(test) for test in json.loads(done.stdout)["tests"]]
    except (ValueError, KeyError):
        return [failed_check(f"exit code {done.returncode}, no usable JSON: {said[-500:]}")]
    if done.returncode not in (0, 1):
        return [failed_check(f"exit code {done.returncode}: {said[-500:]}")]
    return tests


# --------------------------------------------------------------------------- the judgement

def strip_comments(text):
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    return re.sub(r"//[^\n]*", "", text)


def read_all(paths):
    parts = []
    for path in paths:
        with open(path, encoding="utf-8-sig", errors="replace") as file:
            parts.append(file.read())
    return "\n".join(parts)


def remarked_kinds(text):
    """Kinds of errors that remarks behind statements speak of."""
    kinds = set()
    for line in text.split("\n"):
        code, slashes, remark = line.partition("//")
        if code.strip() and slashes:
            for pattern, meant in REMARKS:
                if re.search(pattern, remark, re.IGNORECASE):
                    kinds |= meant
    return kinds


def kind_problem(text, bug):
    kind = bug["kind"]
    if kind in NEEDS and not re.search(NEEDS[kind], strip_comments(text)):
        return f"{kind}, but nothing in the program can cause that: {bug['message']}"
    meant = remarked_kinds(text)
    if meant and kind not in meant:
        return f"{kind}, but the program speaks of {', '.join(sorted(meant))}: {bug['message']}"
    return None


def shown(bug):
    where = f"{os.path.basename(bug['file'])}:{bug['line']}" if bug.get("file") else "somewhere"
    return f"{bug['kind']} at {where}: {bug['message']}"


def judge_search(name, checks, expected, text, known):
    """What is wrong with the checks of one search. `known` is a kind of bug that a
    Correct program is known to have."""
    problems = [f"{name}: {c.problem}" for c in checks if c.problem]
    bugs = [c for c in checks if c.bug]
    problems += [f"{name}: {c.test}: the bug does not replay: {shown(c.bug)}" for c in bugs
                 if not c.bug.get("replayed", True)]
    if problems or expected is None:
        return problems
    if expected == CORRECT:
        return [f"{name}: {c.test}: {shown(c.bug)}" for c in bugs if c.bug["kind"] != known]
    if not bugs:
        verdicts = ", ".join(f"{c.test}: {c.verdict} after {c.states or c.schedules} "
                             f"{'states' if c.states else 'schedules'}" +
                             (f" (limits: {' '.join(c.limits)})" if c.limits else "")
                             for c in checks)
        return [f"{name}: no bug is found: {verdicts}"]
    return [f"{name}: {c.test}: {p}" for c in bugs for p in [kind_problem(text, c.bug)] if p]


def judge(plait, program, expected, seconds, searches):
    checks, problems = {}, []
    text = read_all(p for p in program.paths if p.endswith(".p"))
    tests = max(1, len(program.listed))
    known, reason = KNOWN.get(program.name, (None, None))
    for name in searches:
        options = SEARCHES[name](seconds)
        checks[name] = explore(plait, program.paths, options, tests * (10 * seconds + 60))
        problems += judge_search(name, checks[name], expected, text, known)
    notes = [f"{name}: {shown(c.bug)}: {reason}" for name, each in checks.items() for c in each
             if c.bug and c.bug["kind"] == known]
    return Result(program, expected, checks, problems, notes)


# --------------------------------------------------------------------------------- all of it

def expectation(program):
    """None for what is only listed."""
    suite, kind = program.name.split(os.sep)[:2]
    return None if suite == "Liveness" else kind


def result_json(result):
    return {"program": result.program.name, "expected": result.expected,
            "problems": result.problems,
            "checks": {name: [c._asdict() for c in checks]
                       for name, checks in result.checks.items()}}


def print_checks(result):
    for name, checks in result.checks.items():
        for c in checks:
            what = shown(c.bug) if c.bug else c.problem or c.verdict
            size = f"{c.states} states" if c.states else f"{c.schedules} schedules"
            limits = f", limits: {' '.join(c.limits)}" if c.limits and not c.bug else ""
            print(f"{result.program.name} {c.test} {name}: {what} ({size}, {c.seconds:.1f} s"
                  f"{limits})", flush=True)


def run_all(options, programs, searches):
    with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        yield from pool.map(lambda each: judge(options.plait, each[0], each[1], each[2],
                                               searches), programs)


def check_all(options, regression, tutorials):
    """Explores everything; the exit code."""
    results = []
    judged = [(p, expectation(p), options.time) for p in regression]
    if options.only:
        judged = [j for j in judged if options.only in j[0].name]
        tutorials = [t for t in tutorials if options.only in t.name]
    for result in run_all(options, judged, list(SEARCHES)):
        results.append(result)
        for problem in result.problems:
            print(f"DIFFERS {result.program.name}: {problem}", flush=True)
        for note in result.notes:
            print(f"known: {result.program.name}: {note}", flush=True)
        if options.verbose or result.expected is None or options.codes:
            print_checks(result)
    if tutorials:
        print("\nTutorials, 10 seconds each test:")
    for result in run_all(options, [(t, None, 10) for t in tutorials], ["ses"]):
        results.append(result)
        print_checks(result)
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump([result_json(r) for r in results], file, indent=1)
    return summarize(results)


def summarize(results):
    print()
    kinds = collections.Counter(
        c.bug["kind"] for r in results if r.expected == ERROR
        for checks in r.checks.values() for c in checks if c.bug)
    for kind, count in kinds.most_common():
        print(f"{kind:20} {count}")
    for expected in [CORRECT, ERROR]:
        of = [r for r in results if r.expected == expected]
        print(f"{expected:20} {sum(not r.problems for r in of):4} of {len(of)}")
    print(f"{'only listed':20} {sum(r.expected is None for r in results):4}")
    failed = sum(bool(r.problems) for r in results)
    print(f"{len(results) - failed} passed, {failed} failed")
    return 1 if failed else 0
