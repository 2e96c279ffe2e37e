"""tests/conformance/p_tool.py: P's own command, as functions.

P's command (`dotnet tool install P`) compiles a program to C#, has that compiled, and then
checks it. The second step takes most of the time, because it starts a whole build; if
the C# compiler of the SDK can be found it is called directly, by a replacement for `dotnet`
that comes first in PATH. Compiled programs are kept in a folder, under a hash of their
whole input.
"""

import collections
import glob
import hashlib
import json
import os
import re
import shutil
import subprocess
import tempfile
import xml.etree.ElementTree

COMPILE_SECONDS = 180

# accepted: whether P compiles it; said: its errors; folder: of the compiled program.
Compiled = collections.namedtuple("Compiled", "accepted said folder")
# What an execution or a search came to. kind: of the bug, in our words, or None;
# said: P's own words; log: the happenings; schedule: text of the schedule file, or None.
Verdict = collections.namedtuple("Verdict", "kind said log schedule schedules steps problem")

# P says what went wrong in a sentence, or throws an exception of .NET.
KINDS = [
    (r"Assertion Failed", "assertion"),
    (r"cannot be handled", "unhandled-event"),
    (r"Deadlock detected", "deadlock"),
    (r"liveness bug in hot state", "liveness"),
    (r"Target in send cannot be null|null event", "null-target"),
    (r"use of choose|maxValue", "choose"),
    (r"KeyNotFoundException", "missing-key"),
    (r"An item with the same key", "duplicate-key"),
    (r"DivideByZeroException|OverflowException", "divide-by-zero"),
    (r"ArgumentOutOfRangeException|IndexOutOfRange", "index"),
    (r"InvalidCastException|PIllegalCoercion|UnknownNamedTupleField|PInhabitsType", "bad-cast"),
    (r"NullReferenceException|ArgumentNullException", "null-value"),
    (r"PNonStandardReturn|PUnreachable|StackOverflow|InsufficientExecutionStack",
     "stack-overflow"),
    (r"NotImplementedException", "foreign"),
    (r"not permitted|cannot send|not in the sends set|ambient", "forbidden-send"),
    (r"Exception '", "exception"),
]


def kind_of(said):
    for pattern, kind in KINDS:
        if re.search(pattern, said):
            return kind
    return "other"


# ----------------------------------------------------------------------------- the programs

def project_files(project, seen=None):
    """The .p and .cs files of a .pproj, with those of the projects it includes."""
    seen = seen if seen is not None else set()
    project = os.path.normpath(project)
    if project in seen:
        return []
    seen.add(project)
    here, files = os.path.dirname(project), []
    tree = xml.etree.ElementTree.parse(project)
    for entry in tree.iter("IncludeProject"):
        files += project_files(os.path.join(here, entry.text.strip()), seen)
    for tag in ["InputFiles", "PFile"]:
        for entry in tree.iter(tag):
            if entry.text and entry.text.strip():
                files += expand(os.path.join(here, entry.text.strip()))
    return files


def expand(path):
    if os.path.isdir(path):
        return sorted(os.path.join(where, n) for where, _, names in os.walk(path)
                      for n in names if n.endswith((".p", ".cs"))
                      and "PGenerated" not in where)
    return sorted(glob.glob(path))


def input_files(paths):
    """What P's command is given for paths that plait takes."""
    files = []
    for path in paths:
        files += project_files(path) if path.endswith(".pproj") else expand(path)
    return list(dict.fromkeys(os.path.abspath(f) for f in files))


# ------------------------------------------------------------------------------ the command

STAND_IN = """#!/bin/sh
# Stands in for `dotnet build ... X.csproj` in P's command: compiles X.cs directly.
[ "$1" = build ] || exec "{dotnet}" "$@"
for project; do :; done
name=${{project%.csproj}}
core=$(sed -n 's/.*<HintPath>\\(.*\\)<\\/HintPath>.*/\\1/p' "$project")
sed -n 's/.*<Compile Include="\\(.*\\)"\\/>.*/"\\1"/p' "$project" > foreign.rsp
mkdir -p net8.0
for library in {references}/*.dll; do echo "-r:$library"; done > libraries.rsp
"{dotnet}" exec {csc} -noconfig -nologo -nostdlib+ -target:exe -optimize+ -debug- \\
    -langversion:latest -nowarn:1701,1702 -out:"net8.0/$name.dll" "-r:$core" @libraries.rsp \\
    "$name.cs" Test.cs @foreign.rsp || exit 1
cp "$core" net8.0/
echo '{{"runtimeOptions":{{"tfm":"net8.0","framework":{{"name":"Microsoft.NETCore.App",' \\
    '"version":"8.0.0"}}}}}}' > "net8.0/$name.runtimeconfig.json"
"""


def newest(pattern):
    found = sorted(glob.glob(pattern), key=lambda p: [int(n) for n in re.findall(r"\d+", p)])
    return found[-1] if found else None


def write_stand_in(folder):
    """A folder with a `dotnet` that compiles faster, or None where there is no C# compiler."""
    dotnet = shutil.which("dotnet")
    if not dotnet:
        return None
    root = os.path.dirname(os.path.realpath(dotnet))
    csc = newest(os.path.join(root, "sdk", "*", "Roslyn", "bincore", "csc.dll"))
    references = newest(os.path.join(root, "packs", "Microsoft.NETCore.App.Ref", "*", "ref", "*"))
    if not csc or not references:
        return None
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, "dotnet")
    with open(path, "w", encoding="utf-8") as file:
        file.write(STAND_IN.format(dotnet=os.path.realpath(dotnet), csc=csc,
                                   references=references))
    os.chmod(path, 0o755)
    return folder


class Tool:
    """P's command, with a folder for what it compiles."""

    def __init__(self, path, cache):
        self.path = os.path.abspath(path)
        self.cache = os.path.abspath(cache)
        # P's checker blocks a thread for each machine. .NET begins with as many as there are
        # processors and adds one or two in a second, so small computers would wait for that.
        self.environment = {**os.environ, "DOTNET_ROLL_FORWARD": "Major",
                            "DOTNET_CLI_TELEMETRY_OPTOUT": "1", "DOTNET_NOLOGO": "1",
                            "DOTNET_ThreadPool_ForceMinWorkerThreads": "0x80"}
        stand_in = write_stand_in(os.path.join(self.cache, "bin"))
        self.compiling = dict(self.environment)
        if stand_in:
            self.compiling["PATH"] = stand_in + os.pathsep + self.environment["PATH"]

    def run(self, arguments, folder, seconds, environment=None):
        done = subprocess.run([self.path, *arguments], cwd=folder, capture_output=True,
                              timeout=seconds, env=environment or self.environment)
        return done.returncode, (done.stdout + done.stderr).decode(errors="replace")

    def compile(self, paths):
        """Compiles a program, or finds that it was compiled before."""
        files = input_files(paths)
        folder = os.path.join(self.cache, self.key_of(files))
        verdict = os.path.join(folder, "verdict.json")
        if not os.path.exists(verdict):
            shutil.rmtree(folder, ignore_errors=True)
            os.makedirs(folder)
            code, said = self.run(["compile", "--pfiles", *files, "--projname", "X", "--outdir",
                                   "out"], folder, COMPILE_SECONDS, self.compiling)
            with open(verdict + ".part", "w", encoding="utf-8") as file:
                json.dump({"accepted": code == 0, "said": said[-5000:]}, file)
            os.rename(verdict + ".part", verdict)
        with open(verdict, encoding="utf-8") as file:
            read = json.load(file)
        return Compiled(read["accepted"], read["said"], folder)

    def key_of(self, files):
        key = hashlib.sha256(self.path.encode())
        for path in files:
            with open(path, "rb") as file:
                key.update(os.path.basename(path).encode() + b"\0" + file.read() + b"\0")
        return key.hexdigest()[:24]

    def tests(self, compiled):
        _, said = self.run(["check", "out/PChecker/net8.0/X.dll", "--list-tests"],
                           compiled.folder, 60)
        lines = [line.strip() for line in said.splitlines()]
        return [line for line in lines if re.fullmatch(r"[A-Za-z_]\w*", line)]

    def check(self, compiled, test, options, seconds):
        """The verdict of P's checker about one test."""
        with tempfile.TemporaryDirectory() as out:
            named = ["-tc", test] if test else []
            try:
                _, said = self.run(["check", "out/PChecker/net8.0/X.dll", *named, *options, "-t",
                                    str(seconds), "-o", out], compiled.folder, seconds + 60)
            except subprocess.TimeoutExpired:
                return failed(f"no answer within {seconds + 60} seconds")
            return self.verdict_of(out, said)

    @staticmethod
    def verdict_of(out, said):
        schedules = re.search(r"Explored (\d+) schedule", said)
        if not schedules:
            return failed("no result: " + said[-300:].strip())
        steps = re.search(r"(\d+) \(min\), (\d+) \(avg\)", said)
        found = glob.glob(os.path.join(out, "**", "*_0_0.schedule"), recursive=True)
        counts = int(schedules.group(1)), int(steps.group(2)) if steps else 0
        if not found:
            return Verdict(None, "", [], None, *counts, None)
        with open(found[0], encoding="utf-8") as file:
            schedule = file.read()
        with open(found[0][:-len(".schedule")] + ".txt", encoding="utf-8",
                  errors="replace") as file:
            return bug_in(file.read(), schedule, *counts)

    def replay(self, compiled, test, schedule, seconds):
        """What P makes of a schedule file. It wants to know the test, though the file has it."""
        with tempfile.TemporaryDirectory() as out:
            try:
                _, said = self.run(["check", "out/PChecker/net8.0/X.dll", "-v", "-o", out, "-tc",
                                    test, "--replay", os.path.abspath(schedule)],
                                   compiled.folder, seconds)
            except subprocess.TimeoutExpired:
                return failed(f"no answer within {seconds} seconds")
        if not log_of(said):
            return failed("nothing was executed: " + said[-300:].strip())
        if "Reproduced 1 bug" not in said:
            odd = re.search(r"Trace is not reproducible[^\n]*", said)
            log = log_of(said)
            return Verdict(None, odd.group(0) if odd else "", log, None, 1, 0, None)
        return bug_in(said, None, 1, 0)


def failed(problem):
    return Verdict(None, "", [], None, 0, 0, problem)


def log_of(text):
    """The happenings of an execution: lines that begin with a tag."""
    lines = text.split("\n")
    return [line for line in lines if re.match(r"<\w+Log>", line)
            and not line.startswith("<StrategyLog>")]


def bug_in(text, schedule, schedules, steps):
    log = log_of(text)
    errors = [line[len("<ErrorLog> "):] for line in log if line.startswith("<ErrorLog>")]
    said = errors[0] if errors else "a bug without a word about it"
    return Verdict(kind_of(said), said, log, schedule, schedules, steps, None)
