"""tests/check/oracle.py: a simple interpreter for the programs of programs.py.

Machines make moves between positions, and a step consists of moves, as in
src/check/engine/points.h. A state is a tuple of machines and of monitors; there are no
ids, rows or fingerprints. runner.py runs one machine; this file combines the machines.
`Graph` is everything that can be reached.

A machine's path is a tuple: () for the first, its creator's path and its number for
the others. With a Network a machine is in a container, which is the path of the machine that it was
made for. The events that travel from one machine to another one in another container are a channel,
which is a machine with a path of its own: (CHANNEL, sender, target). A channel is there while events
travel in it. What goes wrong are steps of one more machine, FAULTS, which is there while something
may still go wrong; (CUT, one, other) marks two containers that are cut off from each other.
"""

import collections
import functools

import cycles
from flat import NOTHING, compile_fun
from programs import CLASSIC_P, HALT, HOT, NULL
from runner import (FRESH, NEW, PUT, SAY, SHOW, WAIT, Assumed, Failed, Level, Local, Ref,
                    Runner, TooLarge, references_in)

ALL_POINTS = MODERN, CLASSIC, FULL = "modern", "classic", "full"
REST = "rest"
NETWORKS = MAILBOX, FIFO = "mailbox", "fifo"
CHANNEL = (-1, "Channel")  # no machine has this number


FAULTS = ((-2, "Faults"),)
CUT = (-3, "Cut")
ORPHAN = "orphan"  # of a machine that has not run, or a channel: who made it has crashed
SUSPECT = "eSuspect"
Faults = collections.namedtuple("Faults", "crashes cuts suspicions", defaults=[0, 0, 0])


def is_channel(path):
    return path[:1] == (CHANNEL,)


def is_machine(path):
    return path[:1] not in ((CHANNEL,), (CUT,), FAULTS)


class Network(collections.namedtuple("Network", "name faults with_creator",
                                     defaults=[MAILBOX, Faults(), frozenset()])):
    """with_creator: the kinds of machines that live in the container of their creator."""

    def container(self, path):
        while path and path[-1][1] in self.with_creator:
            path = path[:-1]
        return path

    def is_remote(self, one, other):
        return self.name == FIFO and self.container(one) != self.container(other)


class Undecided(Exception):
    """A choice that nobody has made yet; the argument says among how many."""


CHOICES_MAX = 6  # in one step


# ------------------------------------------------------------------------------ tables

class Tables:
    """A program made ready: functions compiled, found by machine, state and event."""

    def __init__(self, program):
        self.program = program
        both = [*program.kinds, *program.specs]
        self.states = {k.name: self.compiled(k) for k in both}
        self.start = {k.name: k.states[0].name for k in both}
        self.funs = {k.name: {name: compile_fun(fun) for name, fun in k.funs.items()}
                     for k in program.kinds}
        self.fields = {k.name: tuple(k.fields) for k in both}
        self.types = {k.name: k.fields for k in both}
        empty = {"int": 0, "machine": None, "string": "", "seq": (), "set": (), "map": ()}
        self.first = {k.name: tuple(empty[of] for of in k.fields.values()) for k in both}
        self.specs = {s.name: s for s in program.specs}
        # In the 2015 dialect monitors see only what they are told.
        is_classic = program.dialect == CLASSIC_P
        self.observes = {e for s in program.specs for e in s.observes if not is_classic}
        # There, too, an ignored event is taken, and dropped then.
        self.passed = ("defer",) if is_classic else ("defer", "ignore")
        self.events = frozenset(e.name for e in program.events)
        self.hot = {(s.name, state.name) for s in program.specs for state in s.states
                    if state.heat == HOT}
        self.heats = {(s.name, state.name): state.heat for s in program.specs
                      for state in s.states if state.heat}
        self.bounds = {x.name: x.bound for x in [*program.events, *program.kinds] if x.bound}
        self.hears = {k.name for k in program.kinds if any(SUSPECT in s.on for s in k.states)}

    @staticmethod
    def compiled(kind):
        """State -> (entry, exit, on)."""
        takes = [kind.takes] if isinstance(kind.takes, str) else kind.takes or []
        states = {}
        for n, s in enumerate(kind.states):
            binds = [("set", field, ("var", f"given{i}"))
                     for i, field in enumerate(takes if n == 0 else [])]
            entry = compile_fun(s.entry or NOTHING, binds) if s.entry or binds else None
            on = {event: tuple(compile_fun(x) if hasattr(x, "body") else x for x in what)
                  for event, what in s.on.items()}
            if s.null:
                on[NULL] = ("do", compile_fun(s.null))
            states[s.name] = (entry, compile_fun(s.exit) if s.exit else None, on)
        return states

    def fresh(self, kind, given):
        """One that begins with its start entry."""
        level = Level(self.start[kind], frozenset(), frozenset())
        return Local(kind, (level,), self.first[kind], None, (FRESH, given), None)

    def what(self, local, event):
        """What the machine does about an event: its state's own rule, else what states
        below it on the stack have left to it."""
        level = local.stack[-1]
        own = self.states[local.kind][level.state][2].get(event)
        if own:
            return own
        for name, state in level.actions:
            if name == event:
                return self.states[local.kind][state][2][event]
        return ("defer",) if event in level.defers else None


# ----------------------------------------------------------------------------- the world

DOOM = "doom"  # a position of its own: an assumption has failed

# What a machine of the state is.
Actor = collections.namedtuple("Actor", "local queue")


# One step: who, the choices, what follows (a State, or a bug's kind, or neither when an
# assumption fails), and what happened on the way, for explorers.
# marks: what monitors enter that is hot or cold, and how fair choices come out.
class Step(collections.namedtuple("Step", "path choices to bug events moves marks",
                                  defaults=[None])):
    @property
    def is_assumed(self):
        return self.to is None and self.bug is None


# machines: ((path, Actor)...) sorted; monitors: for each spec its instances.
State = collections.namedtuple("State", "machines monitors")


class World:
    """A state in the middle of a step."""

    def __init__(self, tables, state, choices, network=Network()):
        self.tables = tables
        self.network = network
        self.faults = network.faults  # all that may go wrong in an execution
        self.machines = dict(state.machines)
        self.monitors = state.monitors
        self.choices = choices
        self.made = 0
        self.events = []
        self.has_acted = False
        self.informed = None  # which monitor runs
        self.heats, self.fairs = set(), set()

    def choose_fairly(self, path, site):
        chosen = self.choose(2)
        self.fairs.add((path, site, chosen))
        return chosen

    def entered(self, kind, state):
        """A monitor enters the state."""
        heat = self.tables.heats.get((kind, state))
        if heat and self.informed:
            self.heats.add((*self.informed, heat))

    def choose(self, count):
        if count == 1:
            return 0
        if self.made == CHOICES_MAX:
            raise TooLarge
        if self.made == len(self.choices):
            raise Undecided(count)
        self.made += 1
        return self.choices[self.made - 1]

    def frozen(self):
        return State(tuple(sorted(self.machines.items())), self.monitors)

    # ---- what machines can do

    def find(self, path):
        """What the machine at rest would take: (kind, place in the queue), or None."""
        local, queue = self.machines[path]
        if not is_machine(path):
            return None if path[0] == CUT else ("event", 0)
        if local.control[0] == FRESH:
            return ("start", None)
        in_receive = local.frame is not None
        cases = local.frame[0].instructions[local.frame[1]][1] if in_receive else {}
        for i, (event, _) in enumerate(queue):
            if in_receive:
                if event == HALT or event in cases:
                    return ("event", i)
            elif (self.tables.what(local, event) or ("",))[0] not in self.tables.passed:
                return ("event", i)
        is_null = NULL in cases if in_receive else self.tables.what(local, NULL)
        return ("null", None) if is_null else None

    def is_enabled(self, path):
        if path not in self.machines:
            return False
        return self.machines[path].local.asks is not None or self.find(path) is not None

    def position(self, path):
        asks = self.machines[path].local.asks
        return asks[0] if asks else REST

    # ---- moves

    def keep(self, path, runner):
        if runner.is_gone:
            del self.machines[path]
        else:
            self.machines[path] = self.clean(Actor(runner.frozen(), self.machines[path].queue))

    def clean(self, actor):
        """At rest, ignored events in front of what can be taken are as good as gone:
        whoever looks drops them, and looks before anything else can happen."""
        local, queue = actor
        if local.asks or local.frame or local.control != WAIT or self.tables.bounds:
            return actor
        kept = []
        for i, (event, payload) in enumerate(queue):
            what = (self.tables.what(local, event) or ("",))[0]
            if what not in self.tables.passed:
                return Actor(local, tuple(kept) + queue[i:])
            if what == "defer":
                kept.append((event, payload))
        return Actor(local, tuple(kept))

    def doom(self, path):
        """An assumption has failed behind an effect: others see that effect, and the
        machine's next move ends the execution."""
        local, queue = self.machines[path]
        self.machines[path] = Actor(self.tables.fresh(local.kind, ())._replace(asks=(DOOM,)), queue)

    def move(self, path):
        """Does what the position says. Returns what was taken, if anything."""
        runner = Runner(self, path, self.machines[path].local)
        asks, took = runner.asks, None
        if asks and asks[0] == DOOM:
            raise Assumed
        if asks is None:
            took = self.take(path, runner)
        elif asks[0] == SHOW:
            self.show(asks[2], asks[3])
            local = self.machines[path].local
            self.machines[path] = self.machines[path]._replace(
                local=local._replace(asks=(PUT,) + asks[1:]))
            return None
        elif asks[0] == SAY:
            self.say(*asks[1:])
            runner.at += 1
        elif asks[0] == PUT:
            self.put(path, *asks[1:])
            runner.at += 1
        elif asks[1] in self.tables.specs:
            self.begin(self.tables.specs[asks[1]], *asks[2])
            runner.at += 1
        else:
            self.create(path, runner, *asks[1:])
            runner.at += 1
        runner.go_on()
        self.keep(path, runner)
        return took

    def take(self, path, runner):
        what, place = self.find(path)
        if what == "start":
            runner.construct(runner.control[1])
            return what
        local, queue = self.machines[path]
        in_receive = local.frame is not None
        if what == "null" and in_receive:
            runner.at = runner.code.instructions[runner.at][1][NULL][0]
        elif what == "null":
            runner.meet(NULL, None)
        else:
            event, payload = queue[place]
            self.events.append(("taken", path, event))
            if in_receive and event != HALT:
                place_of, param = runner.code.instructions[runner.at][1][event]
                if param:
                    runner.locals[param] = payload
                runner.at = place_of
            else:
                runner.meet(event, payload)
        self.machines[path] = Actor(local, self.rest_of(local, queue, place, in_receive))
        return what

    def rest_of(self, local, queue, place, in_receive):
        """The queue after a look: what was taken is gone, what was ignored before too."""
        kept = []
        for i, entry in enumerate(queue):
            is_passed = not in_receive and (place is None or i < place)
            is_dropped = is_passed and self.tables.what(local, entry[0]) == ("ignore",)
            if i != place and not is_dropped:
                kept.append(entry)
        return tuple(kept)

    def put(self, path, to, event, payload):
        if self.network.is_remote(path, to.path):
            return self.put_into_channel(path, to.path, event, payload)
        if to.path in self.machines:
            self.enqueue(to.path, event, payload)
        self.has_acted = True
        self.events.append(("sent", path, to.path, event, self.is_enabled(to.path)))

    def enqueue(self, path, event, payload):
        local, queue = self.machines[path]
        queue += ((event, payload),)
        self.hold(event, sum(e == event for e, _ in queue))
        self.hold(local.kind, len(queue))
        self.machines[path] = self.clean(Actor(local, queue))

    def put_into_channel(self, path, to, event, payload):
        channel = (CHANNEL, path, to)
        self.has_acted = True
        if (CUT, *sorted(map(self.network.container, (path, to)))) in self.machines:
            return
        if channel in self.machines:
            local, queue = self.machines[channel]
            self.events.append(("sent", path, channel, event, True))
        else:
            ends = (Ref(path), Ref(to))  # no new machine may get the path of one of them
            local, queue = Local(CHANNEL[1], (), ends, None, WAIT, None), ()
            self.events.append(("created", path, channel, CHANNEL[1]))
        self.machines[channel] = Actor(local, queue + ((event, payload),))

    def deliver(self, path):
        """The first event of a channel arrives; with the last one the channel ends."""
        local, queue = self.machines[path]
        (event, payload), to = queue[0], path[2]
        if ORPHAN in local.fields and self.choose(2):
            del self.machines[path]
            return
        self.events.append(("taken", path, event))
        if len(queue) > 1:
            self.machines[path] = Actor(local, queue[1:])
        else:
            del self.machines[path]
        if to in self.machines:
            self.enqueue(to, event, payload)
            self.events.append(("sent", path, to, event, self.is_enabled(to)))

    # ---- what goes wrong

    def travels(self):
        """What travels from a container that lives: path -> (from, to). The path is a channel, or a
        machine in a container of its own whose creation has not arrived."""
        container, found = self.network.container, {}
        for path, (local, _) in self.machines.items():
            if is_channel(path) and ORPHAN not in local.fields:
                found[path] = container(path[1]), container(path[2])
            elif is_machine(path) and path and container(path) == path and \
                    local.asks is None and local.control[0] == FRESH and \
                    local.control[2:] != (ORPHAN,):
                found[path] = container(path[:-1]), path
        return found

    def suspicions(self):
        """(who is told, about whom)."""
        container = self.network.container
        for path, (local, _) in self.machines.items():
            if is_machine(path) and local.kind in self.tables.hears:
                known = set()
                references_in(local, known)
                yield from ((path, peer) for peer in known if container(peer) != container(path))

    def all_faults(self):
        """What can go wrong now: ("none",), ("crash", container), ("cut", container, container),
        ("suspect", machine, machine)."""
        left = self.machines[FAULTS].local.fields
        living = {self.network.container(p) for p in self.machines if is_machine(p)}
        between = self.travels().values()
        found = [("none",)]
        if left.crashes:
            found += {("crash", one) for one in living | {start for start, _ in between}}
        if left.cuts:
            found += {("cut", *sorted(both)) for both in between}
        if left.suspicions:
            found += {("suspect", *both) for both in self.suspicions()}
        return found

    def go_wrong(self, what, *machines):
        before = set(self.machines)
        left = self.machines[FAULTS].local.fields
        left = left._replace(crashes=left.crashes - (what == "crash"),
                             cuts=left.cuts - (what == "cut"),
                             suspicions=left.suspicions - (what == "suspect"))
        if what == "none" or not any(left):
            del self.machines[FAULTS]
        else:
            self.machines[FAULTS] = faults_actor(left)
        if what == "crash":
            self.crash(*machines)
        elif what == "cut":
            self.cut(*machines)
        elif what == "suspect":
            who, peer = machines
            self.enqueue(who, SUSPECT, Ref(peer))
            self.events.append(("sent", FAULTS, who, SUSPECT, self.is_enabled(who)))
        self.events += [("halted", path) for path in sorted(before - set(self.machines))]

    def cut(self, *both):
        """What travels between them is lost, and also what still travels there from a container
        that has crashed."""
        container = self.network.container
        lost = {path for path, ends in self.travels().items() if sorted(ends) == list(both)}
        lost |= {p for p in self.machines if is_channel(p) and
                 sorted(map(container, p[1:])) == list(both)}
        for path in lost:
            del self.machines[path]
        ends = tuple(Ref(m) for m in both)
        self.machines[(CUT, *both)] = Actor(Local("Cut", (), ends, None, WAIT, None), ())

    def crash(self, crashed):
        """The container is gone, with what travels to it; of what travels from it some may be
        lost, and of what its machines have created, too."""
        container, travels = self.network.container, self.travels()
        for path, (local, queue) in list(self.machines.items()):
            if is_machine(path) and container(path) == crashed or \
                    is_channel(path) and container(path[2]) == crashed:
                del self.machines[path]
            elif travels.get(path, (None,))[0] == crashed:
                local = local._replace(fields=local.fields + (ORPHAN,)) if is_channel(path) else \
                    local._replace(control=local.control[:2] + (ORPHAN,))
                self.machines[path] = Actor(local, queue)

    def is_never_created(self, path):
        """It has not run yet, and its creator has crashed: a choice."""
        local, queue = self.machines[path]
        if local.control[2:] != (ORPHAN,) or local.asks is not None:
            return False
        self.machines[path] = Actor(local._replace(control=local.control[:2]), queue)
        return bool(self.choose(2))

    def hold(self, name, count):
        """So many are in a queue now."""
        how, most = self.tables.bounds.get(name, (None, count))
        if count > most:
            raise Failed("queue-bound") if how == "assert" else Assumed

    def create(self, path, runner, kind, given):
        self.keep(path, runner)
        known = {Ref(p).path for p in self.machines}
        references_in((tuple(self.machines.values()), self.monitors), known)
        known |= {self.network.container(p) for p in known if is_machine(p)}
        k = 0
        while any(p[:-1] == path and p[-1][0] == k for p in known if len(p) == len(path) + 1):
            k += 1
        made = path + ((k, kind),)
        self.machines[made] = Actor(self.tables.fresh(kind, given), ())
        self.has_acted = True
        self.events.append(("created", path, made, kind))
        variable = runner.code.instructions[runner.at][1]
        if variable:
            runner.write(variable, Ref(made))

    # ---- monitors

    def show(self, event, payload):
        """Every monitor that observes the event sees it, one after the other."""
        for spec in self.tables.program.specs:
            if event in spec.observes:
                self.inform(spec, event, payload)

    def say(self, name, event, payload):
        if name:
            self.inform(self.tables.specs[name], event, payload)
        else:
            self.show(event, payload)

    def inform(self, spec, event, payload):
        """All instances of the monitor are told, one after the other."""
        place = self.tables.program.specs.index(spec)
        for i in range(len(self.monitors[place])):
            runner = Runner(self, None, self.monitors[place][i])
            self.informed = (place, i)
            runner.meet(event, payload)
            runner.go_on()
            self.informed = None
            self.keep_monitor(place, i, runner.frozen())

    def begin(self, spec, given):
        """One more instance of a monitor; its start entry runs at once."""
        place = self.tables.program.specs.index(spec)
        runner = Runner(self, None, self.tables.fresh(spec.name, (given,)))
        runner.construct((given,))
        runner.go_on()
        self.has_acted = True
        self.keep_monitor(place, len(self.monitors[place]), runner.frozen())

    def keep_monitor(self, place, i, local):
        instances = self.monitors[place][:i] + (local,) + self.monitors[place][i + 1:]
        self.monitors = self.monitors[:place] + (instances,) + self.monitors[place + 1:]

    # ---- steps

    def step(self, path, points):
        """Moves until the discipline says stop. How many."""
        if is_channel(path):
            self.deliver(path)
            return 1
        if self.is_never_created(path):
            del self.machines[path]
            return 1
        moves, took, saw, fused = 0, None, False, False
        while True:
            position = self.position(path)
            saw = saw or position in (SHOW, SAY)
            got = self.move(path)
            took = took or got
            moves += 1
            if path not in self.machines:
                return moves
            after = self.position(path)
            if points == FULL:
                return moves
            if points == CLASSIC:
                if position in (PUT, NEW):
                    return moves
                if after == REST and self.find(path) in (None, ("null", None)):
                    return moves
                if self.faults.crashes and saw and after in (SHOW, SAY):
                    return moves
            elif after == REST:
                return moves
            elif after in (PUT, NEW) or self.faults.crashes and after in (SHOW, SAY):
                if fused or saw or self.tables.bounds or self.faults.suspicions or \
                        took not in ("event", "start"):
                    return moves
                fused = True

    def last_events(self, path):
        if path not in self.machines:
            self.events.append(("halted", path))
        elif not self.is_enabled(path):
            self.events.append(("blocked", path))


def faults_actor(left):
    return Actor(Local("Faults", (), left, None, WAIT, None), ())


class Model:
    """The steps of a program under one discipline."""

    def __init__(self, program, points=MODERN, network=Network()):
        self.tables = Tables(program)
        self.points = points
        self.network = network
        self.memo = {}

    def first(self):
        """The first state. Failed or Assumed when a monitor fails before anything runs."""
        program = self.tables.program
        main = Actor(self.tables.fresh(program.kinds[0].name, ()), ())
        faults = self.network.faults
        others = ((FAULTS, faults_actor(faults)),) if any(faults) else ()
        state = State((((), main), *others), ((),) * len(program.specs))
        if program.dialect == CLASSIC_P:
            return state
        world = World(self.tables, state, [])
        for spec in program.specs:
            world.begin(spec, None)
        return world.frozen()

    def enabled(self, state):
        world = self.world(state, [])
        return [path for path, _ in state.machines if world.is_enabled(path)]

    def steps(self, state):
        """Every step from the state, by machine, in the order of the choices."""
        if state not in self.memo:
            self.memo[state] = {path: self.steps_of(state, path)
                                for path in self.enabled(state)}
        return self.memo[state]

    def faults_of(self, state):
        out = []
        for fault in self.world(state, []).all_faults():
            world = self.world(state, [])
            choices = [] if fault == ("none",) else [1]
            try:
                world.go_wrong(*fault)
                out.append(Step(FAULTS, choices, world.frozen(), None, world.events, 1,
                                (frozenset(), frozenset())))
            except Assumed:
                out.append(Step(FAULTS, choices, None, None, world.events, 0,
                                (frozenset(), frozenset())))
            except Failed as bug:
                out.append(Step(FAULTS, choices, None, bug.args[0], world.events, 0))
        return out

    def world(self, state, choices):
        return World(self.tables, state, choices, self.network)

    def steps_of(self, state, path):
        if path == FAULTS:
            return self.faults_of(state)
        out, open_choices = [], [[]]
        while open_choices:
            choices = open_choices.pop()
            world = self.world(state, choices)
            try:
                moves = world.step(path, self.points)
                world.last_events(path)
                out.append(Step(path, choices, world.frozen(), None, world.events, moves,
                                (frozenset(world.heats), frozenset(world.fairs))))
            except Undecided as among:
                open_choices += [choices + [c] for c in reversed(range(among.args[0]))]
            except Assumed:
                to = None
                if self.points == CLASSIC and world.has_acted:
                    world.doom(path)
                    to = world.frozen()
                out.append(Step(path, choices, to, None, world.events, 0,
                                (frozenset(world.heats), frozenset(world.fairs))))
            except Failed as bug:
                out.append(Step(path, choices, None, bug.args[0], world.events, 0))
        return out

    def ends_badly(self, state):
        """Nobody is enabled: the bugs in that. Who waits in a receive waits for ever;
        what a hot monitor hopes for does not happen."""
        bugs = []
        if any(a.local.frame is not None for _, a in state.machines):
            bugs.append("deadlock")
        if any((m.kind, m.stack[-1].state) in self.tables.hot
               for instances in state.monitors for m in instances):
            bugs.append("liveness")
        return bugs


class Graph:
    """Everything that can be reached: breadth first, so `depth` is the shortest way."""

    def __init__(self, model, limit):
        self.model = model
        self.transitions = 0
        self.discarded = 0  # steps that an assumption ends
        self.bugs = {}      # kind -> the least number of steps
        self.depth = {}
        try:
            first = model.first()
        except Failed as bug:
            self.bugs[bug.args[0]] = 0
            return
        except Assumed:
            self.discarded = 1
            return
        self.depth[first] = 0
        line = collections.deque([first])
        while line:
            state = line.popleft()
            steps = model.steps(state)
            for bug in model.ends_badly(state) if not steps else []:
                self.bugs.setdefault(bug, self.depth[state])
            for step in (s for each in steps.values() for s in each):
                self.transitions += not step.is_assumed
                self.discarded += step.is_assumed
                if step.bug:
                    self.bugs.setdefault(step.bug, self.depth[state] + 1)
                elif step.to and step.to not in self.depth:
                    self.depth[step.to] = self.depth[state] + 1
                    line.append(step.to)
            if len(self.depth) > limit or self.transitions > 8 * limit:
                raise TooLarge

    @property
    def states(self):
        return len(self.depth)

    @functools.cached_property
    def has_cycle(self):
        """A fair run without end keeps a monitor hot."""
        return bool(self.depth) and bool(self.model.tables.hot) and cycles.has_cycle(self)

    @property
    def terminal(self):
        return sum(not self.model.steps(state) for state in self.depth)

    def is_more_than_one_machine(self):
        """Whether an unsound reduction, "in each state one machine is enough", would be
        noticed by its bugs or terminal states."""
        first = self.model.first()
        seen, line, bugs = {first}, [first], set()
        while line:
            state = line.pop()
            steps = self.model.steps(state)
            bugs.update(self.model.ends_badly(state) if not steps else [])
            for step in next(iter(steps.values()), []):
                bugs.update([step.bug] if step.bug else [])
                if step.to and step.to not in seen:
                    seen.add(step.to)
                    line.append(step.to)
        return (bool(bugs) != bool(self.bugs) or
                sum(not self.model.steps(state) for state in seen) != self.terminal)

    @property
    def is_nothing_left(self):
        """Assumptions discard every execution: none ends, and none goes on for ever."""
        if not self.discarded:
            return False
        follow = {state: {s.to for each in self.model.steps(state).values() for s in each
                          if s.to} for state in self.depth}
        if not all(self.model.steps(state) for state in self.depth):
            return False
        # Without a circle, states can be taken away from the end.
        last = [state for state in follow if not follow[state]]
        before = collections.defaultdict(list)
        for state, targets in follow.items():
            for target in targets:
                before[target].append(state)
        count = 0
        while last:
            state = last.pop()
            count += 1
            for other in before[state]:
                follow[other].discard(state)
                if not follow[other]:
                    last.append(other)
        return count == len(self.depth)
