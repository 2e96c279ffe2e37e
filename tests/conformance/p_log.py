"""tests/conformance/p_log.py: two logs of one schedule, compared line by line.

`plait check --p-output` writes an execution as P's checker does. Both logs must have the
same actions in the same order. The following is removed before, because P's log differs there
on purpose or by chance:

    names of C# (`PImplementation.`), the machine before a state's name, the task that
    created the first machine;
    the texts of errors, which are compared by their kind, and what P's run time does on
    the way from one to the end of the execution;
    that a monitor's `goto` is an event inside P's run time;
    when a machine begins to wait in a `receive` (docs/ci.md);
    that P calls a machine by the interface it was created as;
    how values are printed: P writes True for true, nothing for null, the number of an
    enum's element, PHalt for halt, quotes around strings in payloads.
"""

import re

# Lines that say nothing that must agree.
SILENT = re.compile(r"<(ErrorLog|ExceptionLog|StrategyLog|TestLog|RandomLog|PopLog)>|"
                    r"<ReceiveLog> .* is waiting|<MonitorLog> .* 'GotoStateEvent'")

SEEN = "seen"  # the strand of what monitors see

REWRITES = [
    (re.compile(r"PImplementation\."), ""),
    (re.compile(r"was created by task '\d+'"), "was created by task"),
    (re.compile(r"to state '\w+\.(\w+)'"), r"to state '\1'"),
    (re.compile(r"\b[A-Za-z_]\w*\((\d+)\)"), r"machine(\1)"),
    (re.compile(r"\bTrue\b"), "true"), (re.compile(r"\bFalse\b"), "false"),
    (re.compile(r"'PHalt'"), "'halt'"),
    (re.compile(r"\bnull\b|\\*\""), ""), (re.compile(r" with payload \(\)"), ""),
]


def enum_numbers(text):
    """The elements of the enums in a program, with their numbers."""
    numbers = {}
    for body in re.findall(r"\benum\s+\w+\s*\{([^}]*)\}", text):
        for i, element in enumerate(body.split(",")):
            name, _, number = element.partition("=")
            numbers[name.strip()] = number.strip() or str(i)
    return numbers


def plain(line, enums):
    for pattern, text in REWRITES:
        line = pattern.sub(text, line)
    return re.sub(r"\w+", lambda word: enums.get(word.group(0), word.group(0)), line).rstrip()


def happenings(log, enums):
    """The lines of a log that must agree with the other's."""
    lines = [plain(line, enums) for line in log]
    return [line for line in lines if re.match(r"<\w+Log>", line) and not SILENT.match(line)]


def strands(lines):
    """A log as sequences that must agree. P tells of a send when the event is in the queue,
    we when the machine asks for it; of a receive P tells when the event comes, we when the
    machine goes on. So these of each machine are strands of their own, and all the rest
    is one; at the end of the execution one of them may have told what the other has not
    come to. P also tells that a monitor sees what it ignores."""
    strands = {"": [], SEEN: []}
    for line in lines:
        own = re.match(r"<(Send|Receive)Log> '[^']*'", line)
        seen = re.match(r"<MonitorLog> .* is processing event", line)
        strands.setdefault(own.group(0) if own else SEEN if seen else "", []).append(line)
    return strands


def leave_out_ignored(ours, theirs):
    """Of what P's monitors have seen, what ours have: the first of each, in order."""
    left, kept = iter(theirs), []
    for line in ours:
        kept += [line] if line in left else []
    return kept


def first_difference(ours, theirs, enums=None):
    """None when both logs tell the same; otherwise where they part. An unhandled event ends
    our log; P's also tells that the state is left."""
    a, b = strands(happenings(ours, enums or {})), strands(happenings(theirs, enums or {}))
    if len(b[""]) == len(a[""]) + 1 and re.match(r"<StateLog> .* exits state", b[""][-1]):
        b[""].pop()
    b[SEEN] = leave_out_ignored(a[SEEN], b[SEEN])
    for strand in sorted(set(a) | set(b)):
        x, y = a.get(strand, []), b.get(strand, [])
        if strand.startswith("<Send") and len(x) == len(y) + 1:
            x = x[:-1]
        if strand.startswith("<Receive") and len(y) == len(x) + 1:
            y = y[:-1]
        for i in range(max(len(x), len(y))):
            pair = [x[i] if i < len(x) else "(the end)", y[i] if i < len(y) else "(the end)"]
            if pair[0] != pair[1]:
                return f"line {i + 1}:\n    plait: {pair[0]}\n    P:     {pair[1]}"
    return None
