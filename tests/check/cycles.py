"""tests/check/cycles.py: does a fair run without end keep a monitor hot? By fixpoints.

This is not the algorithm of the checker, which uses strongly connected components. For each monitor,
and for each set of fair choices that a run makes only finitely often, begin with all states, without
the steps on which the monitor is cold and without these choices. Remove a state if one of the
following cannot be reached from it through the remaining states: a hot step of the monitor; for each
machine a step of it, or a step from a state in which it cannot run; each outcome of the other
choices. Repeat until nothing changes. A run can stay for ever in the states that remain
(E. Emerson, C.-L. Lei, 1986).
"""

import collections
import itertools

from programs import COLD, HOT
from runner import TooLarge

SITES_MAX = 6

Arrow = collections.namedtuple("Arrow", "source target path heats fairs enabled")


def arrows_of(graph):
    """Each step that leads to a state; what each monitor rests in before it counts, too."""
    model = graph.model
    for state in graph.depth:
        resting = frozenset((place, i, model.tables.heats.get((m.kind, m.stack[-1].state)))
                            for place, instances in enumerate(state.monitors)
                            for i, m in enumerate(instances))
        enabled = frozenset(model.steps(state))
        for each in model.steps(state).values():
            for step in each:
                if step.to is not None and step.to in graph.depth:
                    heats, fairs = step.marks
                    yield Arrow(state, step.to, step.path, resting | heats, fairs, enabled)


def reaching(kept, before, goals):
    """Of the states those from which one of the goals can be come to."""
    found, line = set(goals), list(goals)
    while line:
        for source in before[line.pop()]:
            if source in kept and source not in found:
                found.add(source)
                line.append(source)
    return found


def can_stay(arrows, duties):
    """Whether there is a run that meets an arrow of each duty again and again."""
    kept = {a.source for a in arrows}
    while True:
        inside = [a for a in arrows if a.source in kept and a.target in kept]
        before = collections.defaultdict(list)
        for a in inside:
            before[a.target].append(a.source)
        left = set(kept)
        for duty in duties:
            left &= reaching(kept, before, {a.source for a in inside if duty(a)})
        if left == kept or not left:
            return bool(left)
        kept = left


def machine_duty(path):
    return lambda a: a.path == path or path not in a.enabled


def outcome_duty(path, site, outcome):
    return lambda a: (path, site, outcome) in a.fairs


def violates(arrows, monitor):
    arrows = [a for a in arrows if (*monitor, COLD) not in a.heats]
    paths = {p for a in arrows for p in a.enabled}
    sites = {fair[:2] for a in arrows for fair in a.fairs}
    if len(sites) > SITES_MAX:
        raise TooLarge
    for count in range(len(sites) + 1):
        for ended in itertools.combinations(sorted(sites), count):
            rest = [a for a in arrows if not any(fair[:2] in ended for fair in a.fairs)]
            duties = [lambda a: (*monitor, HOT) in a.heats]
            duties += [machine_duty(p) for p in paths]
            duties += [outcome_duty(*site, outcome) for site in sites - set(ended)
                       for outcome in (0, 1)]
            if can_stay(rest, duties):
                return True
    return False


def has_cycle(graph):
    arrows = list(arrows_of(graph))
    monitors = {heat[:2] for a in arrows for heat in a.heats if heat[2] == HOT}
    return any(violates(arrows, monitor) for monitor in sorted(monitors))
