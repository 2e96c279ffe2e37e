"""tests/check/actors.py: random actor programs.

A Program (programs.py) has finitely many states: a machine has a budget for the events that it
sends, or only forwards what it got. Each of the FEATURES can be left out.
"""

import itertools

from monitors import draw_specs
from programs import HALT, MODERN_P, NULL, Event, Fun, Kind, Program, State

MODULUS = 3  # counters go round
FREE = ["c", "d"]  # the counters that handlers play with
COUNTERS = {"c": "int", "d": "int", "used": "int", "made": "int"}
FEATURES = {"monitors": "several monitors, of several states, with functions of their own",
            "collections": "sequences, sets and maps, and choices from them",
            "foreign": "foreign functions, in machines and monitors",
            "assume": "assumptions in machines and monitors, also those that leave nothing",
            "long": "loops of hundreds of rounds, many announcements, gotos and raises in one "
                    "handler",
            "text": "machines as text",
            "payloads": "entry functions with parameters, and gotos with values",
            "classic": "the 2015 dialect",
            "exits": "exit functions that look at the payload, in that dialect",
            "calls": "push statements, in that dialect",
            "starts": "start entries of monitors, in that dialect",
            "instances": "several monitors of one kind, in that dialect"}


class Draw:
    """One program. `sealed`, `asserted` and `pruned` say what to sow into it: seals, bugs,
    assumptions."""

    def __init__(self, rng, features, sealed=False, asserted=False, pruned=False):
        self.rng = rng
        self.fair_choices = itertools.count()
        self.features = features
        self.sealed = sealed
        self.asserted = asserted
        self.pruned = pruned
        self.pays = rng.random() < 0.6  # out of a budget; else what comes in goes out
        self.is_bounded = rng.random() < 0.12
        self.events = [Event(f"e{i}", rng.choice([None, None, "int", "machine"]), self.bound())
                       for i in range(rng.randint(2, 4))]
        self.budget = rng.randint(1, 3)
        self.births = rng.choice([1, 2, 2, 3])
        self.uses_foreign = self.has("foreign", 0.25)
        self.uses_assume = pruned or self.has("assume", 0.25)
        self.is_long = self.has("long", 0.07)
        self.bag = rng.choice(["seq", "set", "map"]) if self.has("collections", 0.3) else None
        self.uses_text = self.has("text", 0.15)
        self.specs = draw_specs(self) if self.chance(0.6) else []
        self.observed = sorted({e for s in self.specs for e in s.observes})

    def chance(self, p):
        return self.rng.random() < p

    def has(self, feature, p):
        return self.chance(p) and feature in self.features

    def bound(self):
        """Of a queue: seldom any."""
        if not self.is_bounded or self.chance(0.5):
            return None
        return (self.rng.choice(["assert", "assume"]), self.rng.randint(1, 3))

    # ---- values

    def begin(self, kind, param, forward):
        """What a function can see: set by whoever draws its body."""
        self.kind = kind
        self.param = param
        self.forward = forward  # how many sends it is owed for what it got
        self.locals = []

    def refs(self):
        return [name for name, of in self.kind.fields.items() if of == "machine"]

    def int_value(self):
        names = FREE + ([self.param[0]] if self.param and
                         self.param[1] == "int" else [])
        pick = self.rng.random()
        if pick < 0.3:
            return ("int", self.rng.randint(0, 1))
        if pick < 0.4:
            return ("choose", self.rng.randint(2, 3))
        value = ("var", self.rng.choice(names))
        if self.uses_foreign and self.chance(0.4):
            return ("foreign", self.rng.choice(["Twice", "Turn"]), value)
        return value

    def ref_value(self):
        own = self.refs() + ([self.param[0]] if self.param and
                             self.param[1] == "machine" else [])
        if not own or self.chance(0.2):
            return ("this",)
        return ("var", self.rng.choice(own))

    def value_for(self, event):
        if event.type is None:
            return None
        return self.int_value() if event.type == "int" else self.ref_value()

    # ---- statements

    def send(self):
        """A send to whom we know; what may be null is looked at first."""
        to = self.ref_value()
        if self.chance(0.06):
            s = ("send", to, HALT, None)
        else:
            event = self.rng.choice(self.events)
            s = ("send", to, event.name, self.value_for(event))
        if to == ("this",) or (self.asserted and self.chance(0.03)):
            return s
        return ("if", ("known", to[1]), [s], [])

    def paid(self, body):
        return ("if", ("less", "used", self.budget),
                [("set", "used", ("next", "used", self.budget + 1)), *body], [])

    def sends(self):
        if self.pays:
            body = [self.send() for _ in range(self.rng.choice([1, 1, 1, 2]))]
            if self.chance(0.1):
                self.locals = ["i"]
                body = [("repeat", "i", 2, [self.send()])]
            return [self.paid(body)]
        if self.forward == 0:
            return []
        self.forward -= 1
        return [self.send()]

    def creation(self):
        """Creates one that is made in the middle, so many times."""
        late = self.late
        refs = [self.rng.choice([("this",)] + [("var", r) for r in self.refs()])
                for _ in late.takes]
        to = self.rng.choice([None, *self.refs()[-1:]])
        return ("if", ("less", "made", self.births),
                [("set", "made", ("next", "made", self.births + 1)),
                 ("new", to, late.name, refs)], [])

    def receive(self, depth):
        """Waits for an event, which it mostly has sent to itself before."""
        event = self.rng.choice(self.events)
        param = ("y", event.type) if event.type and self.chance(0.5) else None
        cases = [(event.name, param, self.body(depth + 1, False))]
        others = [e for e in self.events if e.name != event.name]
        if others and self.chance(0.4):
            other = self.rng.choice(others)
            cases.append((other.name, None, []))
        if self.chance(0.1):
            cases.append((NULL, None, []))
        own = [("send", ("this",), event.name, self.value_for(event))] \
            if self.chance(0.8) else []
        return [*own, ("receive", cases)]

    def branch(self, depth, leaves):
        condition = ("is", self.rng.choice(FREE), self.rng.randint(0, 1))
        if self.chance(0.5):
            condition = ("$$", next(self.fair_choices)) if self.chance(0.4) else ("$",)
        owed = self.forward
        one = self.body(depth + 1, leaves)
        left, self.forward = self.forward, owed
        other = self.body(depth + 1, leaves) if self.chance(0.5) else []
        self.forward = min(left, self.forward)
        return [("if", condition, one, other)]

    def announce(self):
        event = self.rng.choice([e for e in self.events if e.name in self.observed])
        return ("announce", event.name, self.value_for(event))

    def extra(self):
        """Statements of the features that this program has."""
        can = [self.on_bag] * (2 * bool(self.bag)) + [self.on_text] * (2 * self.uses_text) + \
            [self.check] * (self.uses_foreign and self.asserted) + \
            [self.assume] * self.uses_assume + [self.long] * (self.is_long and not self.locals)
        return self.rng.choice(can)() if can else []

    def on_bag(self):
        """Something with the collection. Only where bugs are wanted can it fail."""
        counter = self.rng.choice(FREE)
        is_empty = ("below", ("size", "bag"), 1)
        pick = self.rng.random()
        if self.asserted and pick < 0.15:
            return [("set", counter, ("pick", "bag"))]
        if self.asserted and pick < 0.25 and self.bag != "set":
            return [("set", counter, ("at", "bag", self.int_value()))]
        if self.asserted and pick < 0.35 and self.bag == "map":
            return [("insert", "bag", self.int_value())]
        if pick < 0.55:
            return [("if", is_empty, [], [("set", counter, ("pick", "bag"))])]
        if pick < 0.65 and self.bag != "seq":
            return [("remove", "bag", self.int_value())]
        if pick < 0.75:
            return [("if", ("in", "bag", self.int_value()), [("set", counter, ("int", 1))], [])]
        room = ("below", ("size", "bag"), 2)
        old = ("pick", "bag") if self.bag != "seq" else ("int", 0)
        return [("if", room, [("add", "bag", self.int_value())], [("remove", "bag", old)])]

    def on_text(self):
        """Remembers a machine as text, or looks if it is that one."""
        ref = self.ref_value()
        if self.chance(0.4):
            return [("set", "name", ("text", ref))]
        return [("if", ("same", "name", ref), [("set", self.rng.choice(FREE), ("int", 1))],
                 [("set", self.rng.choice(FREE), ("int", 0))])]

    def check(self):
        return [("check", self.int_value())]

    def assume(self):
        return [("assume", self.rng.choice([("less", self.rng.choice(FREE), 2),
                                            ("is", self.rng.choice(FREE), 0),
                                            ("below", self.int_value(), 1), ("$",),
                                            ("never",) if self.pruned else ("$",)]))]

    def long(self):
        """Much in one handler, without an end of a step in it."""
        self.locals = ["i"]
        counter = self.rng.choice(FREE)
        body = [("set", counter, ("next", counter, MODULUS))]
        if self.observed and self.chance(0.6):
            return [("repeat", "i", self.rng.randint(30, 70), [self.announce(), *body])]
        return [("repeat", "i", self.rng.randint(100, 400), body)]

    def statement(self, depth, leaves):
        pick = self.rng.random()
        if pick < 0.30:
            return self.sends()
        if pick < 0.44:
            name = self.rng.choice(FREE)
            return [("set", name, self.rng.choice(
                [("next", name, MODULUS), ("next", name, MODULUS), ("choose", 2),
                 ("int", 0)]))]
        if pick < 0.57 and depth < 2:
            return self.branch(depth, leaves)
        if pick < 0.64 and self.late and self.kind.name != self.late.name:
            return [self.creation()]
        if pick < 0.69 and self.observed:
            return [self.announce()]
        if pick < 0.78 and leaves and self.pays:
            return [self.paid(self.receive(depth))]
        if pick < 0.85 and self.kind.funs:
            return [("call", self.rng.choice(sorted(self.kind.funs)), self.int_value())]
        if pick < 0.90 and self.param and self.param[1] == "machine" and self.refs():
            return [("set", self.rng.choice(self.refs()), ("var", self.param[0]))]
        return self.extra()

    def body(self, depth, leaves):
        out = []
        for _ in range(self.rng.choice([0, 1, 1, 2, 2, 3])):
            out += self.statement(depth, leaves)
        return out

    # ---- functions and states

    def leave(self, state):
        """How a handler may end: it goes elsewhere, raises an event, or halts."""
        later = [s for s in self.names[1:] if s != state]
        pick = self.rng.random()
        if pick < 0.4 and later:
            target = self.rng.choice(later)
            value = [self.int_value()] if target == self.entered_with else []
            return [("goto", target, *value)]
        if pick < 0.47 and self.pays:
            event = self.rng.choice(self.events)
            return [self.paid([("raise", event.name, self.value_for(event))])]
        if pick < (0.65 if self.kind.name == "D" else 0.5):
            return [("raise", HALT, None)]
        return []

    def handler(self, kind, state, event):
        param = ("x", event.type) if event.type and self.chance(0.7) else None
        self.begin(kind, param, 1)
        body = self.body(0, True)
        if self.sealed and self.chance(0.4):
            body = [("tell", "Seal"), *body, ("tell", "Unseal")]
        body += self.leave(state)
        if self.asserted and self.chance(0.4):
            name = self.rng.choice(FREE)
            body.insert(self.rng.randint(0, len(body)),
                        ("assert", ("less", name, self.rng.choice([1, 2]))))
        return Fun(param, self.locals, body)

    def quiet(self, kind, param):
        """A function that leaves nowhere and, without a budget, sends nothing."""
        self.begin(kind, param, 0)
        body = self.body(1, False)
        return Fun(param, self.locals, body)

    def rule(self, kind, state, event):
        """What a state does about an event; None: nothing."""
        pick = self.rng.random()
        if pick < 0.14:
            return ("defer",)
        if pick < 0.24:
            return ("ignore",)
        if pick < 0.40 and len(self.names) > 1:
            param = ("x", event.type) if event.type and self.chance(0.5) else None
            with_fun = self.quiet(kind, param) if self.chance(0.4) else None
            targets = [n for n in self.names[1:] if n != self.entered_with or event.type == "int"]
            if targets:
                return ("goto", self.rng.choice(targets), with_fun)
        if pick < 0.43 and self.asserted:
            return None
        return ("do", self.handler(kind, state, event))

    def on(self, kind, state):
        rules = {event.name: self.rule(kind, state, event) for event in self.events}
        table = {name: rule for name, rule in rules.items() if rule}
        if self.chance(0.06):
            table[HALT] = self.rng.choice([("defer",), ("ignore",)])
        return table

    def start(self, kind, setup):
        """The start state's entry: tells who there is, and the first events."""
        self.begin(kind, None, 0 if setup is None else self.rng.randint(1, 2))
        body = list(setup or [])
        if self.pays or setup is not None:
            body += [self.send() for _ in range(self.rng.randint(1, 2))]
        body += self.body(1, False)
        if self.pruned and self.chance(0.3):
            body.insert(self.rng.randint(0, len(body)), ("assume", ("never",)))
        return Fun(None, self.locals, body)

    def states(self, kind, setup):
        self.names = ["Init", "S1", "S2"][:self.rng.choice([1, 2, 2, 3])]
        if self.is_long and self.chance(0.5):
            self.names.append("L")
        # A state whose entry function takes an int, which all that lead to it bring.
        self.entered_with = "S1" if self.has("payloads", 0.3) else None
        out = []
        for i, name in enumerate(self.names):
            entry = self.start(kind, setup) if i == 0 else \
                self.quiet(kind, ("x", "int")) if name == self.entered_with else \
                self.quiet(kind, None) if self.chance(0.4) else None
            leave = self.quiet(kind, None) if self.chance(0.4) else None
            null = None
            if self.chance(0.05):
                self.begin(kind, None, 0)
                name_ = self.rng.choice(FREE)
                null = Fun(None, [], [("set", name_, ("next", name_, 2))])
            out.append(State(name, entry, leave, self.on(kind, name), null))
        if "L" in self.names:
            out[-1] = self.long_way(kind, out[-1])
        return out

    def long_way(self, kind, state):
        """Entering the state goes to it again and again; so does raising some events."""
        laps = self.rng.randint(20, 60)
        more = ("set", "laps", ("next", "laps", laps + 1))
        entry = [("if", ("less", "laps", laps), [more, ("goto", state.name)],
                  [("set", "laps", ("int", 0))])]
        on = dict(state.on)
        for event in self.events:
            if event.type is None and self.chance(0.6):
                again = [("if", ("less", "laps", laps), [more, ("raise", event.name, None)],
                          [("set", "laps", ("int", 0))])]
                on[event.name] = ("do", Fun(None, [], again))
        counter = self.rng.choice(FREE)
        leave = Fun(None, [], [("set", counter, ("next", counter, MODULUS))])
        return state._replace(entry=Fun(None, [], entry), exit=leave, on=on)

    # ---- machines

    def funs(self, kind):
        """One function, to be called by handlers."""
        if self.chance(0.5):
            return {}
        return {"Help": self.quiet(kind._replace(funs={}), ("h", "int"))}

    def machine(self, kind, setup):
        kind = kind._replace(funs=self.funs(kind))
        return kind._replace(states=self.states(kind, setup))

    def kind_of(self, name, refs, takes, bound):
        fields = {**COUNTERS, **{r: "machine" for r in refs}}
        if self.bag:
            fields["bag"] = self.bag
        if self.is_long:
            fields["laps"] = "int"
        if self.uses_text:
            fields["name"] = "string"
        return Kind(name, fields, takes, None, {}, bound)

    def program(self):
        # Main makes machines of kinds A, B in the beginning; D is made on the way.
        count = self.rng.randint(1, 2)
        self.late = self.kind_of("D", ["r0"], ["r0"], None) if self.chance(0.5) else None
        main = self.kind_of("Main", [f"m{i}" for i in range(count)] + ["r0"], [], None)
        kinds, setup = [], []
        for i, name in enumerate("AB"[:count]):
            takes = [f"r{j}" for j in range(i + 1)]
            given = [("this",)] + [("var", f"m{j}") for j in range(i)]
            setup.append(("new", f"m{i}", name, given))
            kinds.append(self.kind_of(name, takes, takes, self.bound()))
        done = [self.machine(main, setup)] + [self.machine(k, None) for k in kinds]
        if self.late:
            done.append(self.machine(self.late, None))
        return Program(self.events, done, self.specs, ["Seal", "Unseal"] if self.sealed else [],
                       ["Twice", "Turn", "Check"] if self.uses_foreign else [], MODERN_P)


def draw(rng, features, **what):
    return Draw(rng, features, **what).program()
