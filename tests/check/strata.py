"""tests/check/strata.py: explorers and searches, by definition.

The state of an explorer, d, is (line, seals): the machines that can run, in its order,
and the number of seals of each machine. A delay moves the first machine of the line to its
end; this change is permanent. Everything here is a shortest path by cost (Dijkstra), over
pairs of a state and d, or pairs of a state and the machine that ran last.
"""

import heapq

import oracle

RR, RTC, RTC_RAISE = "rr", "rtc", "rtc-raise"


# --------------------------------------------------------------------------- explorers

def ready(explorer, line, machine):
    if explorer == RR:
        return line if machine in line else line + (machine,)
    if explorer == RTC:
        return line if machine in line else (machine,) + line
    return (machine,) + tuple(m for m in line if m != machine)


def without(line, machine):
    return tuple(m for m in line if m != machine)


def sealed(seals, machine, by):
    """Who sealed, in the order in which they did, each with how often."""
    if all(m != machine for m, _ in seals):
        return seals + ((machine, 1),) if by > 0 else seals
    counts = [(m, n + by if m == machine else n) for m, n in seals]
    return tuple((m, n) for m, n in counts if n > 0)


def after(explorer, d, events):
    """d after a step in which this happened."""
    line, seals = d
    for event in events:
        kind, machine = event[0], event[1]
        if kind == "sent" and event[4]:
            line = ready(explorer, line, event[2])
        elif kind == "created":
            line = ready(explorer, line, event[2])
        elif kind in ("blocked", "halted"):
            line = without(line, machine)
            seals = tuple(s for s in seals if s[0] != machine)
        elif kind == "user":
            seals = sealed(seals, machine, 1 if event[2] == "Seal" else -1)
    return line, seals


def order(explorer, d):
    """Who may run, at what cost, and the d from which the step is made."""
    line, seals = d
    turns = [(m, cost, (line[cost:] + line[:cost], seals)) for cost, m in enumerate(line)]
    if not seals or len(turns) < 2:
        return turns
    first = turns[0]
    if explorer == RR:  # who sealed last goes on
        first = next((t for t in turns if t[0] == seals[-1][0]), first)
    return [(first[0], 0, first[2])]


# ---------------------------------------------------------------------------- searches

class Reach:
    """What can be reached at which cost, up to a bound. `moves` of a pair yields what
    can be done: (cost, step, pair that follows if one does). `bugs` has the least cost
    of each kind; `ends` says which bugs a state has in which nobody can run."""

    def __init__(self, first, moves, ends, bound):
        self.costs = {first: 0}
        self.transitions = 0
        self.is_all = True
        self.bugs = {}
        done = set()
        heap, serial = [(0, 0, first)], 0
        while heap:
            cost, _, pair = heapq.heappop(heap)
            if pair in done:
                continue
            done.add(pair)
            for bug in ends(pair[0]):
                self.bugs.setdefault(bug, cost)
            for more, step, follows in moves(pair):
                total = cost + more
                if total > bound:
                    self.is_all = False
                    continue
                self.transitions += not step.is_assumed
                if step.bug:
                    self.bugs[step.bug] = min(total, self.bugs.get(step.bug, total))
                if step.to is not None and total < self.costs.get(follows, total + 1):
                    self.costs[follows] = total
                    serial += 1
                    heapq.heappush(heap, (total, serial, follows))

    @property
    def pairs(self):
        return len(self.costs)

    @property
    def states(self):
        return len({state for state, _ in self.costs})


def endings(model):
    """The bugs of a state in which nobody can run."""
    return lambda state: [] if model.steps(state) else model.ends_badly(state)


def reach_by_delays(model, explorer, bound, is_unit=False, is_free=False):
    """(state, d) by delays: the place in the order, and the alternatives chosen. By
    unit, every deviation costs one; choices may be free."""
    def choice_cost(step):
        if is_free:
            return 0
        return sum(map(bool, step.choices)) if is_unit else sum(step.choices)

    def moves(pair):
        state, d = pair
        steps = model.steps(state)
        assert sorted(d[0]) == sorted(steps), "an explorer of the tests is not sound"
        for machine, cost, stepped in order(explorer, d):
            for step in steps[machine]:
                yield ((min(cost, 1) if is_unit else cost) + choice_cost(step), step,
                       (step.to, after(explorer, stepped, step.events)))
    return Reach((model.first(), (first_line(model, explorer), ())), moves, endings(model), bound)


def first_line(model, explorer):
    """The first machine is ready, then the machine of faults, if there is one."""
    line = ready(explorer, (), ())
    return ready(explorer, line, oracle.FAULTS) if any(model.network.faults) else line


def sealing_is_by_state(explorer, reach):
    """Whether who may run is a matter of the state alone, whatever d is."""
    allowed = {}
    for state, d in reach.costs:
        machines = frozenset(turn[0] for turn in order(explorer, d))
        if allowed.setdefault(state, machines) != machines:
            return False
    return True


def reach_by_preemptions(model, bound):
    """(state, who ran last) by preemptions: switching away from who could go on."""
    def moves(pair):
        state, last = pair
        steps = model.steps(state)
        for machine, each in steps.items():
            cost = int(last in steps and machine != last)
            for step in each:
                yield cost, step, (step.to, machine)
    return Reach((model.first(), None), moves, endings(model), bound)


def reach_by_choices(model, bound):
    """States by changed choices: those that are not the first alternative."""
    def moves(pair):
        for each in model.steps(pair[0]).values():
            for step in each:
                yield sum(map(bool, step.choices)), step, (step.to, None)
    return Reach((model.first(), None), moves, endings(model), bound)
