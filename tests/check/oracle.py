"""tests/check/oracle.py: what the programs of actors.py mean, interpreted plainly.

Machines make moves between positions, and steps are made of moves, as src/check/
points.h has them. A state is a tuple of machines and what the monitor is; it knows
nothing of ids, rows or fingerprints. `Graph` is everything that can be reached.

A machine's path is a tuple: () for the first, its creator's path and its number for
the others.
"""

import collections

from actors import HALT, NULL, Fun

ALL_POINTS = MODERN, CLASSIC, FULL = "modern", "classic", "full"
REST, SHOW, PUT, NEW, SAY = "rest", "show", "put", "new", "say"


class Failed(Exception):
    """A bug of the program; the argument is its kind."""


class Assumed(Exception):
    """An assumption failed: this execution does not exist."""


class Undecided(Exception):
    """A choice that nobody has made yet; the argument says among how many."""


class TooLarge(Exception):
    """More than is worth a test."""


CHOICES_MAX = 6  # in one step


# -------------------------------------------------------------------------------- code

class Code:
    """What a function does, flat: (name, ...) with jumps by number."""

    def __init__(self, instructions, live, param, locals_):
        self.instructions = instructions
        self.live = live
        self.param = param
        self.locals = locals_



USES = {"set": lambda i: value_uses(i[2]), "branch": lambda i: condition_uses(i[1]),
        "send": lambda i: value_uses(i[1]) | value_uses(i[3]),
        "new": lambda i: set().union(*map(value_uses, i[3])),
        "announce": lambda i: value_uses(i[2]), "raise": lambda i: value_uses(i[2]),
        "assert": lambda i: condition_uses(i[1]), "assume": lambda i: condition_uses(i[1]),
        "call": lambda i: value_uses(i[2])}


def value_uses(value):
    return {value[1]} if value and value[0] in ("var", "next") else set()


def condition_uses(condition):
    return {condition[1]} if condition[0] != "$" else set()


class Flatten:
    def __init__(self):
        self.out = []

    def add(self, *instruction):
        self.out.append(instruction)
        return len(self.out) - 1

    def statements(self, body):
        for s in body:
            self.statement(s)

    def statement(self, s):
        if s[0] == "if":
            branch = self.add("branch", s[1], None)
            self.statements(s[2])
            end = self.add("jump", None)
            self.out[branch] = ("branch", s[1], len(self.out))
            self.statements(s[3])
            self.out[end] = ("jump", len(self.out))
        elif s[0] == "repeat":
            self.add("set", s[1], ("int", 0))
            top = self.add("branch", ("less", s[1], s[2]), None)
            self.statements(s[3])
            self.add("set", s[1], ("next", s[1], s[2] + 1))
            self.add("jump", top)
            self.out[top] = ("branch", ("less", s[1], s[2]), len(self.out))
        elif s[0] == "receive":
            receive = self.add("receive", None)
            cases, ends = {}, []
            for event, param, body in s[1]:
                cases[event] = (len(self.out), param[0] if param else None)
                self.statements(body)
                ends.append(self.add("jump", None))
            self.out[receive] = ("receive", cases)
            for end in ends:
                self.out[end] = ("jump", len(self.out))
        else:
            self.add(*s)


def follow(code, at):
    """Where control may go from an instruction: (place, variable set on the way)."""
    i = code[at]
    if i[0] == "jump":
        return [(i[1], None)]
    if i[0] == "branch":
        return [(at + 1, None), (i[2], None)]
    if i[0] == "receive":
        return list(i[1].values())
    if i[0] in ("goto", "raise", "end"):
        return []
    return [(at + 1, i[1] if i[0] in ("set", "new") else None)]


def live_sets(code, names):
    """For each place the local variables whose content still matters there."""
    live = [frozenset()] * len(code)
    changed = True
    while changed:
        changed = False
        for at in reversed(range(len(code))):
            uses = USES.get(code[at][0], lambda i: set())(code[at]) & names
            for place, kills in follow(code, at):
                uses |= live[place] - {kills}
            if uses != live[at]:
                live[at] = frozenset(uses)
                changed = True
    return live


def compile_fun(fun, first=()):
    f = Flatten()
    for instruction in first:
        f.add(*instruction)
    f.statements(fun.body)
    f.add("end")
    names = set(fun.locals) | ({fun.param[0]} if fun.param else set()) | {"y"}
    names |= {v[1] for _, _, v in first}
    return Code(f.out, live_sets(f.out, names), fun.param[0] if fun.param else None, fun.locals)


class Tables:
    """A program made ready: functions compiled, found by machine, state and event."""

    def __init__(self, program):
        self.program = program
        self.kinds = {}
        for kind in program.kinds:
            self.kinds[kind.name] = self.machine(kind, kind.takes)
        self.spec = self.machine(program.spec, []) if program.spec else None
        self.observes = set(program.spec.observes) if program.spec else set()
        self.hot = {s.name for s in program.spec.states if s.is_hot} if program.spec else set()
        self.funs = {k.name: {name: compile_fun(fun) for name, fun in k.funs.items()}
                     for k in program.kinds}
        both = [*program.kinds, *([program.spec] if program.spec else [])]
        self.fields = {k.name: tuple(k.ints) + tuple(k.refs) for k in both}
        self.bounds = {x.name: x.bound for x in [*program.events, *program.kinds] if x.bound}
        self.first = {k.name: tuple([0] * len(k.ints) + [None] * len(k.refs)) for k in both}

    @staticmethod
    def machine(kind, takes):
        states = {}
        for n, s in enumerate(kind.states):
            binds = [("set", field, ("var", f"given{i}"))
                     for i, field in enumerate(takes if n == 0 else [])]
            entry = compile_fun(s.entry or Fun(None, [], []), binds) if s.entry or binds else None
            on = {}
            for event, what in s.on.items():
                funs = [compile_fun(x) if isinstance(x, tuple) and hasattr(x, "body") else x
                        for x in what]
                on[event] = tuple(funs)
            states[s.name] = (entry, compile_fun(s.exit) if s.exit else None, on,
                              compile_fun(s.null) if s.null else None)
        return kind.states[0].name, states


# --------------------------------------------------------------------- one machine's run

# Every reference in a state is a Ref, so that references can be found.
Ref = collections.namedtuple("Ref", "path")

# frame: (Code, at, locals, the caller's frame) or None; control: what follows when the
# frames are used up; asks: None at rest, else the position and what is asked for.
Local = collections.namedtuple("Local", "kind state fields frame control asks")
WAIT = ("wait",)

# What a machine of the state is.
Actor = collections.namedtuple("Actor", "local queue")


class Runner:
    """Runs one machine, or the monitor, on to its next position."""

    def __init__(self, world, path, local, table):
        fields = world.tables.fields[local.kind]
        self.world = world
        self.me = Ref(path)
        self.kind = local.kind
        self.state = local.state
        self.start, self.states = table
        self.names = fields
        self.vars = dict(zip(fields, local.fields))
        self.code = self.caller = None
        if local.frame:
            self.resume(local.frame)
        self.control = local.control
        self.asks = local.asks
        self.is_gone = False

    def resume(self, frame):
        self.code, self.at, held, self.caller = frame
        self.locals = {name: 0 for name in self.code.locals}
        self.locals.update(held)

    def frame(self):
        """What of the running function still matters."""
        live = self.code.live[self.at]
        if self.code.instructions[self.at][0] != "receive":
            # It has asked for something that holds what it needs: what comes after counts.
            (after, kills), = follow(self.code.instructions, self.at)
            live = self.code.live[after] - {kills}
        held = tuple(sorted((n, v) for n, v in self.locals.items() if n in live))
        return self.code, self.at, held, self.caller

    def frozen(self):
        frame = self.frame() if self.code else None
        return Local(self.kind, self.state, tuple(self.vars[n] for n in self.names), frame,
                     self.control, self.asks)

    # ---- values

    def value(self, value):
        if value is None:
            return None
        kind = value[0]
        if kind == "int":
            return value[1]
        if kind == "var":
            return self.read(value[1])
        if kind == "next":
            return (self.read(value[1]) + 1) % value[2]
        if kind == "choose":
            return self.world.choose(value[1])
        return self.me

    def read(self, name):
        return self.locals[name] if name in self.locals else self.vars[name]

    def write(self, name, value):
        if name in self.vars:
            self.vars[name] = value
        else:
            self.locals[name] = value

    def holds(self, condition):
        kind = condition[0]
        if kind == "$":
            return self.world.choose(2) == 1
        found = self.read(condition[1])
        if kind == "known":
            return found is not None
        return found == condition[2] if kind == "is" else found < condition[2]

    # ---- functions

    def begin(self, code, payload):
        self.code, self.at = code, 0
        self.locals = {name: 0 for name in code.locals}
        if code.param:
            self.locals[code.param] = payload

    def construct(self, given):
        """The start state is entered, with the references passed to `new`."""
        self.control = WAIT
        entry = self.states[self.start][0]
        if entry:
            self.begin(entry, None)
            for i, ref in enumerate(given):
                self.locals[f"given{i}"] = ref

    def leave(self, control):
        self.code = self.caller = None
        self.control = control
        leave = self.states[self.state][1]
        if leave:
            self.begin(leave, None)

    def meet(self, event, payload):
        """The event meets the state."""
        self.code = self.caller = None
        what = self.states[self.state][2].get(event)
        if what is None or what[0] == "defer":
            self.leave(("unhandled", event, payload))
        elif what[0] == "goto":
            self.leave(("exited", what[1], what[2], event, payload))
        elif what[0] == "do":
            self.control = WAIT
            self.begin(what[1], payload)
        else:
            self.control = WAIT

    def meet_null(self):
        self.begin(self.states[self.state][3], None)

    def settle(self):
        """No function runs: what is next? False when it is at rest, or gone."""
        control = self.control
        if control[0] == "wait":
            return False
        if control[0] == "exited":
            _, target, fun, event, payload = control
            self.control = ("transited", target, event, payload)
            if fun:
                self.begin(fun, payload)
            return True
        if control[0] == "transited":
            self.state = control[1]
            self.control = WAIT
            entry = self.states[self.state][0]
            if entry:
                self.begin(entry, None)
            return True
        if control[1] == HALT:
            self.is_gone = True
            return False
        raise Failed("unhandled-event")

    def go_on(self):
        """To the next position."""
        self.asks = None
        while not self.asks:
            if self.code is None:
                if not self.settle():
                    return
            elif self.instruction(self.code.instructions[self.at]):
                return

    def instruction(self, i):
        """True in a receive."""
        kind = i[0]
        if kind == "set":
            self.write(i[1], self.value(i[2]))
        elif kind == "branch":
            self.at = self.at + 1 if self.holds(i[1]) else i[2]
            return False
        elif kind == "jump":
            self.at = i[1]
            return False
        elif kind == "send":
            to, payload = self.value(i[1]), self.value(i[3])
            if to is None:
                raise Failed("null-target")
            self.asks = (SHOW if i[2] in self.world.tables.observes else PUT, to, i[2], payload)
            return False
        elif kind == "new":
            self.asks = (NEW, i[2], tuple(self.value(r) for r in i[3]))
            return False
        elif kind == "announce":
            payload = self.value(i[2])
            if i[1] in self.world.tables.observes:
                self.asks = (SAY, i[1], payload)
                return False
        elif kind == "receive":
            return True
        elif kind == "goto":
            self.leave(("exited", i[1], None, None, None))
            return False
        elif kind == "raise":
            payload = self.value(i[2])
            self.meet(i[1], payload)
            return False
        elif kind == "assert":
            if not self.holds(i[1]):
                raise Failed("assertion")
        elif kind == "assume":
            if not self.holds(i[1]):
                raise Assumed
        elif kind == "tell":
            self.world.events.append(("user", self.me.path, i[1]))
        elif kind == "call":
            value = self.value(i[2])
            self.caller = self.frame()
            self.begin(self.world.tables.funs[self.kind][i[1]], value)
            return False
        elif kind == "end":
            self.code = None
            if not self.caller:
                return False
            self.resume(self.caller)
        self.at += 1
        return False


# ----------------------------------------------------------------------------- the world

# One step: who, the choices, what follows (a State, or a bug's kind, or neither when an
# assumption fails), and what happened on the way, for explorers.
class Step(collections.namedtuple("Step", "path choices to bug events moves")):
    @property
    def is_assumed(self):
        return self.to is None and self.bug is None


# machines: ((path, Actor)...) sorted; monitor: Local or None.
State = collections.namedtuple("State", "machines monitor")


def references_in(thing, found):
    if isinstance(thing, Ref):
        found.add(thing.path)
    elif isinstance(thing, tuple):
        for part in thing:
            references_in(part, found)


class World:
    """A state in the middle of a step."""

    def __init__(self, tables, state, choices):
        self.tables = tables
        self.machines = dict(state.machines)
        self.monitor = state.monitor
        self.choices = choices
        self.made = 0
        self.events = []

    def choose(self, count):
        if self.made == CHOICES_MAX:
            raise TooLarge
        if self.made == len(self.choices):
            raise Undecided(count)
        self.made += 1
        return self.choices[self.made - 1]

    def frozen(self):
        return State(tuple(sorted(self.machines.items())), self.monitor)

    # ---- what machines can do

    def find(self, path):
        """What the machine at rest would take: (kind, place in the queue), or None."""
        local, queue = self.machines[path]
        if local.control[0] == "fresh":
            return ("start", None)
        in_receive = local.frame is not None
        _, _, on, null = self.tables.kinds[local.kind][1][local.state]
        cases = local.frame[0].instructions[local.frame[1]][1] if in_receive else {}
        for i, (event, _) in enumerate(queue):
            if in_receive:
                if event == HALT or event in cases:
                    return ("event", i)
            elif on.get(event, ("",))[0] not in ("defer", "ignore"):
                return ("event", i)
        return ("null", None) if (NULL in cases if in_receive else null) else None

    def is_enabled(self, path):
        if path not in self.machines:
            return False
        return self.machines[path].local.asks is not None or self.find(path) is not None

    def position(self, path):
        asks = self.machines[path].local.asks
        return asks[0] if asks else REST

    # ---- moves

    def runner(self, path):
        local = self.machines[path].local
        return Runner(self, path, local, self.tables.kinds[local.kind])

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
        on = self.tables.kinds[local.kind][1][local.state][2]
        kept = []
        for i, (event, payload) in enumerate(queue):
            what = on.get(event, ("",))[0]
            if what not in ("defer", "ignore"):
                return Actor(local, tuple(kept) + queue[i:])
            if what == "defer":
                kept.append((event, payload))
        return Actor(local, tuple(kept))

    def move(self, path):
        """Does what the position says. Returns what was taken, if anything."""
        runner = self.runner(path)
        asks, took = runner.asks, None
        if asks is None:
            took = self.take(path, runner)
        elif asks[0] == SHOW:
            self.watch(asks[2], asks[3])
            local = self.machines[path].local
            self.machines[path] = self.machines[path]._replace(
                local=local._replace(asks=(PUT,) + asks[1:]))
            return None
        elif asks[0] == SAY:
            self.watch(asks[1], asks[2])
            runner.at += 1
        elif asks[0] == PUT:
            self.put(path, *asks[1:])
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
            runner.meet_null()
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
        on = self.tables.kinds[local.kind][1][local.state][2]
        kept = []
        for i, entry in enumerate(queue):
            is_passed = not in_receive and (place is None or i < place)
            is_dropped = is_passed and on.get(entry[0], ("",))[0] == "ignore"
            if i != place and not is_dropped:
                kept.append(entry)
        return tuple(kept)

    def put(self, path, to, event, payload):
        if to.path in self.machines:
            local, queue = self.machines[to.path]
            queue += ((event, payload),)
            self.hold(event, sum(e == event for e, _ in queue))
            self.hold(local.kind, len(queue))
            self.machines[to.path] = self.clean(Actor(local, queue))
        self.events.append(("sent", path, to.path, event, self.is_enabled(to.path)))

    def hold(self, name, count):
        """So many are in a queue now."""
        how, most = self.tables.bounds.get(name, (None, count))
        if count > most:
            raise Failed("queue-bound") if how == "assert" else Assumed

    def create(self, path, runner, kind, given):
        self.keep(path, runner)
        known = {Ref(p).path for p in self.machines}
        references_in((tuple(self.machines.values()), self.monitor), known)
        k = 0
        while any(p[:-1] == path and p[-1][0] == k for p in known if len(p) == len(path) + 1):
            k += 1
        made = path + ((k, kind),)
        self.machines[made] = Actor(
            Local(kind, self.tables.kinds[kind][0], self.tables.first[kind], None,
                  ("fresh", given), None), ())
        self.events.append(("created", path, made, kind))
        variable = runner.code.instructions[runner.at][1]
        if variable:
            runner.write(variable, Ref(made))

    def watch(self, event, payload):
        spec = self.tables.spec
        runner = Runner(self, None, self.monitor, spec)
        what = runner.states[runner.state][2].get(event)
        if what and what[0] == "ignore":
            return
        runner.meet(event, payload)
        runner.go_on()
        self.monitor = runner.frozen()

    # ---- steps

    def step(self, path, points):
        """Moves until the discipline says stop. How many."""
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
            elif after == REST:
                return moves
            elif after in (PUT, NEW):
                if fused or saw or self.tables.bounds or took not in ("event", "start"):
                    return moves
                fused = True

    def last_events(self, path):
        if path not in self.machines:
            self.events.append(("halted", path))
        elif not self.is_enabled(path):
            self.events.append(("blocked", path))


class Model:
    """The steps of a program under one discipline."""

    def __init__(self, program, points=MODERN):
        self.tables = Tables(program)
        self.points = points
        self.memo = {}

    def first(self):
        main = self.tables.program.kinds[0].name
        local = Local(main, self.tables.kinds[main][0], self.tables.first[main], None,
                      ("fresh", ()), None)
        spec = self.tables.program.spec
        monitor = Local(spec.name, spec.states[0].name, self.tables.first[spec.name], None, WAIT,
                        None) if spec else None
        return State((((), Actor(local, ())),), monitor)

    def enabled(self, state):
        world = World(self.tables, state, [])
        return [path for path, _ in state.machines if world.is_enabled(path)]

    def steps(self, state):
        """Every step from the state, by machine, in the order of the choices."""
        if state not in self.memo:
            self.memo[state] = {path: self.steps_of(state, path)
                                for path in self.enabled(state)}
        return self.memo[state]

    def steps_of(self, state, path):
        out, open_choices = [], [[]]
        while open_choices:
            choices = open_choices.pop()
            world = World(self.tables, state, choices)
            try:
                moves = world.step(path, self.points)
                world.last_events(path)
                out.append(Step(path, choices, world.frozen(), None,
                                world.events, moves))
            except Undecided as among:
                open_choices += [choices + [c] for c in reversed(range(among.args[0]))]
            except Assumed:
                out.append(Step(path, choices, None, None, world.events, 0))
            except Failed as bug:
                out.append(Step(path, choices, None, bug.args[0], world.events, 0))
        return out

    def ends_badly(self, state):
        """Nobody is enabled: the bugs in that. Who waits in a receive waits for ever;
        what a hot monitor hopes for does not happen."""
        bugs = []
        if any(a.local.frame is not None for _, a in state.machines):
            bugs.append("deadlock")
        if state.monitor and state.monitor.state in self.tables.hot:
            bugs.append("liveness")
        return bugs


class Graph:
    """Everything that can be reached: breadth first, so `depth` is the shortest way."""

    def __init__(self, model, limit):
        self.model = model
        first = model.first()
        self.depth = {first: 0}
        self.transitions = 0
        self.bugs = {}  # kind -> the least number of steps
        line = collections.deque([first])
        while line:
            state = line.popleft()
            steps = model.steps(state)
            for bug in model.ends_badly(state) if not steps else []:
                self.bugs.setdefault(bug, self.depth[state])
            for step in (s for each in steps.values() for s in each):
                self.transitions += not step.is_assumed
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
