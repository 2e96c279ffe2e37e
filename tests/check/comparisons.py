"""tests/check/comparisons.py: what `plait check` must say of a program, mode by mode.

A comparison runs the checker in one mode and compares the result with that of the oracle. The
lists at the end say which comparisons can be used for which programs.
"""

import collections
import functools

import oracle
import strata
import unsound
from command import Odd

EVER = 1 << 40  # more delays than there are
EXHAUSTIVE = ["ses", "dfs", "bfs", "depth", "hybrid"]
EXPLORERS = ["rr", "rtc", "rtc-raise", "prr", "random", "custom"]
ALGORITHMS = ["scc", "ndfs", "indfs", "map", "imap"]  # of --liveness
SAMPLERS = ["random", "irs", "ss", "ss-paper", "pct", "pos", "surw", "ql", "feedback",
            "portfolio"]
FEW = ["--schedules", "60", "--steps", "300"]

Difference = collections.namedtuple("Difference", "options text")


class Judge:
    """Compares, and counts what it compared."""

    def __init__(self, check, brute=None):
        self.check = check
        self.brute = brute  # the plain search, or None
        self.passed = 0
        self.differences = []
        self.reduced = 0  # programs of which one machine in each state would not be enough
        self.unsound, self.tried = collections.Counter(), collections.Counter()

    def expect(self, options, **wanted):
        """The test's JSON must have these members; a callable says if a value is right."""
        try:
            test = self.check(*options)
        except Odd as why:
            return self.differ(options, str(why))
        wrong = []
        for name, want in wanted.items():
            found = test[name]
            if not (want(found) if callable(want) else found == want):
                shown = getattr(want, "shown", "another value") if callable(want) else want
                wrong.append(f"{name} is {found}, must be {shown}")
        if wrong:
            return self.differ(options, "; ".join(wrong))
        self.passed += 1
        return test

    def differ(self, options, text):
        self.differences.append(Difference(" ".join(options), text))


# A program to compare, what the oracle knows of it, and a source of random numbers.
Case = collections.namedtuple("Case", "judge rng program model graph limit")


# --------------------------------------------------------------------- what must come out

def verified(graph):
    """Where there are no executions nothing was verified."""
    return "no-bug-found" if graph.is_nothing_left else "verified"


def all_bugs(graph):
    """The kinds of bugs, of executions without end too."""
    return {*graph.bugs, *(["liveness"] if graph.has_cycle else [])}


def shown(text, is_right):
    is_right.shown = text
    return is_right


def at_most(most):
    return shown(f"at most {most}", lambda found: found <= most)


def bug_of(kinds, steps=None, most=None):
    """One of these kinds, replayed; after so many steps, or at most so many."""
    def is_right(bug):
        return (bug is not None and bug["kind"] in kinds and bug["replayed"] and
                (steps is None or bug["steps"] == steps) and
                (most is None or bug["found_steps"] <= most))
    return shown(f"{' or '.join(sorted(kinds))} after {steps or 'any'} steps, replayed", is_right)


def real_bug(graph):
    """None, or one of those that there are."""
    return no_bug_or(all_bugs(graph))


def no_bug_or(kinds):
    is_right = bug_of(kinds)
    return shown(f"none or {sorted(kinds)}", lambda bug: bug is None or is_right(bug))


def whole(graph):
    """What a search that covers everything must say."""
    if all_bugs(graph):
        return {"verdict": "bug", "complete": False, "bug": bug_of(all_bugs(graph))}
    limits = ["assumptions"] if graph.is_nothing_left else []
    return {"verdict": verified(graph), "complete": not limits, "limits_hit": limits,
            "states": graph.states, "transitions": graph.transitions, "bug": None}


def part(bugs, states, is_all, graph):
    """What a search must say that covers a part of the executions, exactly: the bugs in
    that part are `bugs`."""
    cycle = {"liveness"} if graph.has_cycle else set()
    if bugs or (cycle and is_all):
        return {"verdict": "bug", "complete": False, "bug": bug_of({*bugs, *cycle})}
    if cycle:  # it may lie in that part or not
        return {"complete": False, "bug": no_bug_or(cycle)}
    is_all = is_all and not graph.is_nothing_left
    return {"verdict": verified(graph) if is_all else "no-bug-found", "complete": is_all,
            "states": states, "bug": None}


def bounded(reach, graph):
    """The same for what `strata` reaches."""
    wanted = part(reach.bugs, reach.pairs, reach.is_all, graph)
    if "states" in wanted:
        wanted["transitions"] = reach.transitions
    return wanted


# ------------------------------------------------------------------- everything is covered

def compare_ses(case):
    case.judge.expect(["--search", "ses"], **whole(case.graph))


def compare_explorers(case):
    explorer = case.rng.choice(["rr", "rtc-raise", "prr", "random", "custom"])
    case.judge.expect(["--search", "ses", "--explorer", explorer], **whole(case.graph))


def compare_searches(case):
    case.judge.expect(["--search", case.rng.choice(["dfs", "depth", "hybrid"])],
                      **whole(case.graph))


def compare_nearest(case):
    """bfs finds a nearest bug, and without one knows how deep the program is."""
    graph = case.graph
    if graph.has_cycle:
        case.judge.expect(["--search", "bfs"], **whole(graph))
        return
    if not graph.bugs:
        deepest = max(graph.depth.values(), default=0)
        case.judge.expect(["--search", "bfs"], depth=deepest, **whole(graph))
        return
    nearest = min(graph.bugs.values())
    near = {kind for kind, steps in graph.bugs.items() if steps == nearest}
    case.judge.expect(["--search", "bfs"], verdict="bug", complete=False,
                      bug=bug_of(near, nearest))


def compare_options(case):
    """Options that change how it is done, and nothing of what comes out."""
    search = case.rng.choice(EXHAUSTIVE)
    extra = case.rng.choice([["--no-memo"], ["--workers", "2"], ["--store", "exact"],
                             ["--store", "wide"], ["--store", "numbered"],
                             ["--workers", "2", "--no-memo"],
                             ["--workers", "2", "--store", "exact"]])
    if search == "ses" and case.rng.random() < 0.3:
        extra = case.rng.choice([["--delay-cost", "unit"], ["--choice-cost", "free"]])
    case.judge.expect(["--search", search, *extra], **whole(case.graph))


def compare_liveness(case, algorithm=None):
    """All algorithms for executions without end have the same verdicts."""
    search = case.rng.choice([*EXHAUSTIVE, "pb"])
    options = ["--search", search, "--liveness",
               algorithm or case.rng.choice(ALGORITHMS),
               "--store", case.rng.choice(["numbered", "numbered", "wide", "exact"]),
               "--workers", case.rng.choice(["1", "1", "2", "3"])]
    wanted = whole(case.graph)
    if case.rng.random() < 0.5:
        options += ["--reduce", "local"]
        wanted.pop("transitions", None)
        if "states" in wanted:
            wanted["states"] = at_most(case.graph.states)
    if search == "pb":
        wanted.pop("states", None)
        wanted.pop("transitions", None)
    case.judge.expect(options, **wanted)


def compare_reduced(case):
    """Steps that nobody else sees, made at once: the same verdict, the same terminal states,
    and the same is seen of the program, with no more states."""
    search = case.rng.choice([*EXHAUSTIVE, "pb"])
    options = ["--search", search]
    if search == "ses":
        options += ["--explorer", case.rng.choice(["rr", "rtc", "rtc-raise", "prr", "random"])]
        options += case.rng.choice([[], ["--strict"], ["--choice-cost", "free"],
                                    ["--delay-cost", "unit"]])
    options += case.rng.choice([[], ["--workers", "2"], ["--store", "exact"], ["--no-memo"]])
    wanted = whole(case.graph)
    if not all_bugs(case.graph):
        del wanted["transitions"]
        # Of pb and --strict, states are pairs.
        wanted["states"] = at_most(case.graph.states) if search in EXHAUSTIVE and \
            "--strict" not in options else at_most(EVER)
        wanted["terminal_states"] = None if search == "pb" or "--strict" in options else \
            case.graph.terminal
    if case.graph.is_nothing_left:
        wanted.pop("terminal_states", None)
    options += ["--reduce", "local"]
    case.judge.reduced += case.graph.depth != {} and case.graph.is_more_than_one_machine()
    if not case.judge.expect(options, **wanted) or all_bugs(case.graph):
        return  # what was seen before a bug depends on the search
    by_all = case.judge.check.coverage("--search", search)
    if case.judge.check.coverage(*options) != by_all:
        case.judge.differ(options, "what was seen of the program is not the same")


def compare_bitstate(case):
    """Never verified; and few states do not collide."""
    wanted = whole(case.graph)
    if not all_bugs(case.graph):
        wanted.update(verdict="no-bug-found", complete=False)
        del wanted["limits_hit"]
    case.judge.expect(["--search", case.rng.choice(EXHAUSTIVE), "--store", "bitstate"], **wanted)


def compare_replay(case):
    """The trace of a bug shows it."""
    options = ["--search", case.rng.choice(EXHAUSTIVE)]
    if case.rng.random() < 0.3:
        options = ["--search", case.rng.choice(SAMPLERS), *FEW]
    test = case.judge.expect(options, bug=real_bug(case.graph))
    if test and test["bug"]:
        code = case.judge.check.replay(test["bug"]["trace"])
        if code != 1:
            case.judge.differ(options, f"exit code {code} when the trace is replayed")


def compare_native(case):
    case.judge.expect(["--search", "ses", "--native"], **whole(case.graph))


def compare_points(case):
    """Some disciplines tell more executions apart than others: there may be a bug then."""
    points = case.rng.choice([p for p in oracle.ALL_POINTS if p != case.model.points])
    try:
        model = oracle.Model(case.program, points, case.model.network)
        other = oracle.Graph(model, 2 * case.limit)
        other.has_cycle  # worked out here: it may be too much
    except oracle.TooLarge:
        return
    case.judge.expect(["--search", case.rng.choice(EXHAUSTIVE), "--points", points],
                      **whole(other))


def compare_brute(case):
    """The plain search, which executes each schedule from the beginning, counts the same."""
    judge = case.judge
    if not judge.brute or case.program.foreign:
        return
    try:
        states, transitions, bugs = judge.check.counts(judge.brute)
    except Odd as why:
        judge.differ(["brute"], str(why))
        return
    found = states, transitions, bugs > 0
    wanted = case.graph.states, case.graph.transitions, bool(case.graph.bugs)
    if found == wanted:
        judge.passed += 1
    else:
        judge.differ(["brute"], f"states, transitions, whether there are bugs: {found}, by the "
                                f"oracle {wanted}")


def compare_unsound(case):
    for name in case.rng.sample(sorted(unsound.UNSOUND), 2):
        options = ["--search", "ses", "--explorer", case.judge.check.explorers[name]]
        test = case.judge.expect(options, **whole(case.graph))
        if test is None:
            continue
        case.judge.tried[name] += 1
        case.judge.unsound[name] += test["completed_orders"] > 0
        is_said = "not sound" in (test["note"] or "")
        if is_said != (test["completed_orders"] > 0):
            case.judge.differ(options, f"completed {test['completed_orders']} orders, but the "
                                       f"note is: {test['note']}")


# ------------------------------------------------------------------------------- bounds

def compare_strict(case):
    """--strict --delays b covers exactly what b delays can reach; without --strict, no
    more than that."""
    explorer = case.rng.choice([strata.RR, strata.RTC, strata.RTC_RAISE])
    bound = case.rng.randrange(6)
    options = ["--search", "ses", "--explorer", explorer, "--delays", str(bound)]
    options += case.rng.choice([[], [], ["--store", "exact"]])
    reach = strata.reach_by_delays(case.model, explorer, bound)
    case.judge.expect([*options, "--strict"], **bounded(reach, case.graph))
    if reach.bugs:
        case.judge.expect(options, bug=no_bug_or({*reach.bugs, *all_bugs(case.graph)}))
    else:
        cycle = {"liveness"} if case.graph.has_cycle else set()
        case.judge.expect(options, bug=no_bug_or(cycle), states=at_most(reach.states))


def compare_costs(case):
    explorer = case.rng.choice([strata.RR, strata.RTC, strata.RTC_RAISE])
    bound = case.rng.randrange(4)
    options = ["--search", "ses", "--explorer", explorer, "--strict", "--delays", str(bound)]
    reach = strata.reach_by_delays(case.model, explorer, bound, is_unit=True)
    case.judge.expect([*options, "--delay-cost", "unit"], **bounded(reach, case.graph))
    reach = strata.reach_by_delays(case.model, explorer, bound, is_free=True)
    case.judge.expect([*options, "--choice-cost", "free"], **bounded(reach, case.graph))


def compare_strict_all(case):
    explorer = case.rng.choice([strata.RR, strata.RTC, strata.RTC_RAISE])
    reach = strata.reach_by_delays(case.model, explorer, EVER)
    case.judge.expect(["--search", "ses", "--explorer", explorer, "--strict"],
                      **bounded(reach, case.graph))
    if reach.states != case.graph.states:
        case.judge.differ([], "the oracle disagrees with itself")


def compare_preemptions(case):
    bound = case.rng.choice([0, 1, 2, 3, EVER])
    reach = strata.reach_by_preemptions(case.model, bound)
    options = ["--delays", str(bound)] if bound != EVER else []
    case.judge.expect(["--search", "pb", *options], **bounded(reach, case.graph))


def compare_depth(case):
    """--depth N covers exactly what can be reached in N steps, whatever the search."""
    graph = case.graph
    deepest = max(graph.depth.values())
    limit = case.rng.randint(1, deepest + 1)
    search = case.rng.choice(EXHAUSTIVE)
    near = {kind: steps for kind, steps in graph.bugs.items() if steps <= limit}
    states = sum(steps <= limit for steps in graph.depth.values())
    # A state at the limit is left alone; it does not matter if nobody can run in it.
    is_all = all(steps < limit or not case.model.steps(state)
                 for state, steps in graph.depth.items() if steps <= limit)
    case.judge.expect(["--search", search, "--depth", str(limit)],
                      **part(near, states, is_all, graph))


def compare_budget(case):
    """budget:K covers exactly what K changed choices can reach."""
    bound = case.rng.randrange(3)
    reach = strata.reach_by_choices(case.model, bound)
    explorer = case.rng.choice(["rr", "rtc"])
    case.judge.expect(["--search", "ses", "--explorer", explorer, "--choice-cost",
                       f"budget:{bound}"],
                      **part(reach.bugs, reach.states, reach.is_all, case.graph))


def compare_limits(case):
    """A limit may leave out what it will, but not say that it was all."""
    limit = case.rng.choice([["--states", str(case.rng.randint(1, 2 * case.graph.states))],
                             ["--queue", str(case.rng.randint(1, 3))],
                             ["--delays", str(case.rng.randrange(4))]])
    options = ["--search", case.rng.choice(["ses", "hybrid"]), *limit]
    states = at_most(case.graph.states)
    test = case.judge.expect(options, bug=real_bug(case.graph), states=states)
    if test and test["complete"] and (all_bugs(case.graph) or test["states"] != case.graph.states):
        case.judge.differ(options, "what was left out is not said")


def compare_samples(case):
    """What samples find is there. They prove nothing."""
    search = case.rng.choice(SAMPLERS)
    case.judge.expect(["--search", search, *FEW, "--seed", str(case.rng.randrange(100)),
                       "--workers", case.rng.choice("12")],
                      complete=False, bug=real_bug(case.graph))


# ----------------------------------------------------------------------------- sealing

# These compare what was visited: a monitor that stays hot must not end the search.
NO_LIVENESS = ["--liveness", "off"]


def compare_sealed(case):
    """Where a machine has sealed, only the first of the order runs."""
    explorer = case.rng.choice([strata.RR, strata.RTC])
    bound = case.rng.choice([0, 1, 2, 3, 4, EVER])
    reach = strata.reach_by_delays(case.model, explorer, bound)
    options = ["--search", "ses", "--explorer", explorer, "--strict", *NO_LIVENESS]
    case.judge.expect(options + (["--delays", str(bound)] if bound != EVER else []),
                      states=reach.pairs, transitions=reach.transitions)


def compare_sealed_states(case):
    """With rr who seals goes on; without --strict, too, unless it depends on how a state
    was come to whether it is sealed."""
    reach = strata.reach_by_delays(case.model, strata.RR, EVER)
    is_all = reach.states == case.graph.states
    wanted = reach.states if strata.sealing_is_by_state(strata.RR, reach) else \
        at_most(reach.states)
    options = ["--search", "ses", "--explorer", "rr", *NO_LIVENESS]
    test = case.judge.expect(options, states=wanted)
    if test and not is_all and (test["complete"] or "sealed" not in test["limits_hit"]):
        case.judge.differ(options, "what sealing left out is not said")


def compare_everywhere(case):
    """Every search that covers everything, with every explorer, on one worker and on two."""
    ways = [["--search", "ses", "--explorer", e] for e in EXPLORERS]
    ways += [["--search", s] for s in EXHAUSTIVE if s != "ses"]
    for workers in "12":
        for way in ways:
            case.judge.expect([*way, "--workers", workers], **whole(case.graph))
        if case.graph.states:
            reach = strata.reach_by_preemptions(case.model, EVER)
            case.judge.expect(["--search", "pb", "--workers", workers],
                              **bounded(reach, case.graph))


COVERING = [compare_reduced, compare_reduced, compare_ses, compare_explorers, compare_searches,
            compare_nearest, compare_options, compare_liveness, compare_bitstate, compare_points,
            compare_replay]
LIVENESS = [functools.partial(compare_liveness, algorithm=a) for a in ALGORITHMS]
BOUNDED = [compare_strict, compare_costs, compare_strict_all, compare_preemptions, compare_depth,
           compare_budget, compare_limits, compare_samples]
SEALING = [compare_sealed, compare_sealed, compare_sealed_states]
CAN_BE_LEFT_OUT = {"depth": compare_depth, "budget": compare_budget, "samples": compare_samples,
                   "native": compare_native}
