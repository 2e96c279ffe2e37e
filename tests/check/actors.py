"""tests/check/actors.py: small actor programs as tables, and as P text.

A Program is drawn by lot. It is finite: a machine pays for what it sends out of a
budget, or passes on what it got and nothing more. The oracle (oracle.py) interprets
the tables; `text` prints the same program as P. Whatever both agree on was said
twice, by code that has nothing in common.

Statements are tuples:

    ("set", variable, value)          ("if", condition, then, else)
    ("send", where, event, value)     ("new", variable, kind, [references])
    ("announce", event, value)        ("receive", [(event, parameter, statements)])
    ("goto", state)                   ("raise", event, value)
    ("assert", condition)             ("assume", condition)
    ("call", function, value)         ("repeat", variable, times, statements)
    ("tell", function)

Values are ("int", n), ("var", name), ("next", name, modulus), ("choose", n) and
("this",), or None. Conditions are ("$",), ("is", variable, n), ("less", variable, n)
and ("known", variable).
"""

import collections

HALT = "halt"
NULL = "null"

# type: None, "int" or "machine"; bound: None, or ("assert" or "assume", how many).
Event = collections.namedtuple("Event", "name type bound")
# on: event -> ("do", Fun), ("defer",), ("ignore",) or ("goto", state, Fun or None).
State = collections.namedtuple("State", "name entry exit on null is_hot", defaults=[False])
# param: None or (name, type); locals: of type int.
Fun = collections.namedtuple("Fun", "param locals body")
# takes: the references that it is created with go into these fields; funs: by name.
Kind = collections.namedtuple("Kind", "name ints refs takes states funs bound")
Spec = collections.namedtuple("Spec", "name ints refs observes states")
Program = collections.namedtuple("Program", "events kinds spec functions")


# ------------------------------------------------------------------------------ P text

def value_text(value):
    kind = value[0]
    if kind == "int":
        return str(value[1])
    if kind == "var":
        return value[1]
    if kind == "next":
        return f"({value[1]} + 1) % {value[2]}"
    if kind == "choose":
        return f"choose({value[1]})"
    return "this"


def condition_text(condition):
    kind = condition[0]
    if kind == "$":
        return "$"
    name = condition[1]
    return {"is": f"{name} == {condition[-1]}", "less": f"{name} < {condition[-1]}",
            "known": f"{name} != null"}[kind]


def bound_text(bound):
    return f" {bound[0]} {bound[1]}" if bound else ""


def with_value(words, value):
    return f"{words}, {value_text(value)};" if value is not None else words + ";"


def param_text(param):
    return f" ({param[0]}: {param[1]})" if param else ""


class Printer:
    def __init__(self):
        self.lines = []
        self.depth = 0

    def line(self, text):
        self.lines.append("    " * self.depth + text)

    def open(self, text):
        self.line(text + " {")
        self.depth += 1

    def close(self):
        self.depth -= 1
        self.line("}")

    def statement(self, s):
        kind = s[0]
        if kind == "set":
            self.line(f"{s[1]} = {value_text(s[2])};")
        elif kind == "if":
            self.open(f"if ({condition_text(s[1])})")
            self.statements(s[2])
            self.close()
            if s[3]:
                self.open("else")
                self.statements(s[3])
                self.close()
        elif kind == "send":
            self.line(with_value(f"send {value_text(s[1])}, {s[2]}", s[3]))
        elif kind == "new":
            made = f"new {s[2]}({self.arguments(s[3])})"
            self.line(f"{s[1]} = {made};" if s[1] else f"{made};")
        elif kind == "announce":
            self.line(with_value(f"announce {s[1]}", s[2]))
        elif kind == "receive":
            self.open("receive")
            for event, param, body in s[1]:
                self.open(f"case {event}:{param_text(param)}")
                self.statements(body)
                self.close()
            self.close()
        elif kind == "goto":
            self.line(f"goto {s[1]};")
        elif kind == "raise":
            self.line(with_value(f"raise {s[1]}", s[2]))
        elif kind in ("assert", "assume"):
            self.line(f"{kind} {condition_text(s[1])};")
        elif kind == "call":
            self.line(f"{s[1]}({value_text(s[2])});")
        elif kind == "repeat":
            self.line(f"{s[1]} = 0;")
            self.open(f"while ({s[1]} < {s[2]})")
            self.statements(s[3])
            self.line(f"{s[1]} = {s[1]} + 1;")
            self.close()
        else:
            self.line(f"{s[1]}();")

    def arguments(self, refs):
        texts = [value_text(r) for r in refs]
        return f"({', '.join(texts)})" if len(texts) > 1 else "".join(texts)

    def statements(self, body):
        for s in body:
            self.statement(s)

    def fun(self, head, fun):
        self.open(head + param_text(fun.param))
        for name in fun.locals:
            self.line(f"var {name}: int;")
        self.statements(fun.body)
        self.close()

    def state(self, state, is_start):
        self.open(f"{'start ' if is_start else ''}{'hot ' if state.is_hot else ''}"
                  f"state {state.name}")
        if state.entry:
            self.fun("entry", state.entry)
        if state.exit:
            self.fun("exit", state.exit)
        for event, what in state.on.items():
            if what[0] == "do":
                self.fun(f"on {event} do", what[1])
            elif what[0] != "goto":
                self.line(f"{what[0]} {event};")
            elif what[2]:
                self.fun(f"on {event} goto {what[1]} with", what[2])
            else:
                self.line(f"on {event} goto {what[1]};")
        if state.null:
            self.fun("on null do", state.null)
        self.close()

    def body(self, ints, refs, states, funs):
        for name in ints:
            self.line(f"var {name}: int;")
        for name in refs:
            self.line(f"var {name}: machine;")
        for i, state in enumerate(states):
            self.state(state, i == 0)
        for name, fun in funs.items():
            self.open(f"fun {name}({fun.param[0]}: {fun.param[1]})")
            self.statements(fun.body)
            self.close()
        self.close()


def constructor(kind):
    """The start entry with what `new` passes: a machine, or a tuple of them."""
    if not kind.takes:
        return kind.states[0]
    start = kind.states[0]
    several = len(kind.takes) > 1
    of = "(" + ", ".join(["machine"] * len(kind.takes)) + ")" if several else "machine"
    binds = [("set", field, ("var", f"given.{i}" if several else "given"))
             for i, field in enumerate(kind.takes)]
    entry = start.entry or Fun(None, [], [])
    return start._replace(entry=Fun(("given", of), entry.locals, binds + entry.body))


def text(program):
    p = Printer()
    for event in program.events:
        p.line(f"event {event.name}{bound_text(event.bound)}"
               f"{': ' + event.type if event.type else ''};")
    for name in program.functions:
        p.line(f"fun {name}();")
    for kind in program.kinds:
        p.open(f"machine {kind.name}{bound_text(kind.bound)}")
        p.body(kind.ints, kind.refs, [constructor(kind), *kind.states[1:]], kind.funs)
    if program.spec:
        s = program.spec
        p.open(f"spec {s.name} observes {', '.join(s.observes)}")
        p.body(s.ints, s.refs, s.states, {})
    return "\n".join(p.lines) + "\n"


# ------------------------------------------------------------------------- drawn by lot

MODULUS = 3  # counters go round
FREE = ["c", "d"]  # the counters that handlers play with


class Draw:
    """One program. `sealed` and `asserted` say what to sow into it."""

    def __init__(self, rng, sealed=False, asserted=False):
        self.rng = rng
        self.sealed = sealed
        self.asserted = asserted
        self.pays = rng.random() < 0.6  # out of a budget; else what comes in goes out
        self.is_bounded = rng.random() < 0.12
        self.events = [Event(f"e{i}", rng.choice([None, None, "int", "machine"]), self.bound())
                       for i in range(rng.randint(2, 4))]
        self.observed = rng.sample([e.name for e in self.events], rng.randint(1, 2)) \
            if rng.random() < 0.5 else []
        self.budget = rng.randint(1, 3)
        self.births = rng.choice([1, 2, 2, 3])

    def chance(self, p):
        return self.rng.random() < p

    def bound(self):
        """Of a queue: seldom any."""
        if not self.is_bounded or self.chance(0.5):
            return None
        return (self.rng.choice(["assert", "assume"]), self.rng.randint(1, 3))

    # What a function can see: set by whoever draws its body.
    def begin(self, kind, param, forward):
        self.kind = kind
        self.param = param
        self.forward = forward  # how many sends it is owed for what it got
        self.locals = []

    def int_value(self):
        names = FREE + ([self.param[0]] if self.param and
                         self.param[1] == "int" else [])
        pick = self.rng.random()
        if pick < 0.3:
            return ("int", self.rng.randint(0, 1))
        if pick < 0.4:
            return ("choose", self.rng.randint(2, 3))
        return ("var", self.rng.choice(names))

    def ref_value(self):
        own = list(self.kind.refs) + ([self.param[0]] if self.param and
                                      self.param[1] == "machine" else [])
        if not own or self.chance(0.2):
            return ("this",)
        return ("var", self.rng.choice(own))

    def value_for(self, event):
        if event.type is None:
            return None
        return self.int_value() if event.type == "int" else self.ref_value()

    def send(self):
        """A send to whom we know; what may be null is looked at first."""
        to = self.ref_value()
        if self.chance(0.06):
            s = ("send", to, HALT, None)
        else:
            event = self.rng.choice(self.events)
            s = ("send", to, event.name, self.value_for(event))
        return s if to == ("this",) else ("if", ("known", to[1]), [s], [])

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
        refs = [self.rng.choice([("this",)] + [("var", r) for r in self.kind.refs])
                for _ in late.takes]
        to = self.rng.choice([None, *self.kind.refs[-1:]])
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

    def statement(self, depth, leaves):
        pick = self.rng.random()
        if pick < 0.30:
            return self.sends()
        if pick < 0.44:
            name = self.rng.choice(FREE)
            return [("set", name, self.rng.choice(
                [("next", name, MODULUS), ("next", name, MODULUS), ("choose", 2),
                 ("int", 0)]))]
        if pick < 0.60 and depth < 2:
            condition = ("$",) if self.chance(0.5) else \
                ("is", self.rng.choice(FREE), self.rng.randint(0, 1))
            owed = self.forward
            one = self.body(depth + 1, leaves)
            left, self.forward = self.forward, owed
            other = self.body(depth + 1, leaves) if self.chance(0.5) else []
            self.forward = min(left, self.forward)
            return [("if", condition, one, other)]
        if pick < 0.67 and self.late and self.kind.name != self.late.name:
            return [self.creation()]
        if pick < 0.72 and self.observed:
            event = self.rng.choice([e for e in self.events if e.name in self.observed])
            return [("announce", event.name, self.value_for(event))]
        if pick < 0.82 and leaves and self.pays:
            return [self.paid(self.receive(depth))]
        if pick < 0.90 and self.kind.funs:
            return [("call", self.rng.choice(sorted(self.kind.funs)), self.int_value())]
        if pick < 0.91 and self.asserted:
            return [("assume", ("less", self.rng.choice(FREE), 2))]
        if pick < 0.96 and self.param and self.param[1] == "machine" and self.kind.refs:
            return [("set", self.rng.choice(self.kind.refs), ("var", self.param[0]))]
        return []

    def body(self, depth, leaves):
        out = []
        for _ in range(self.rng.choice([0, 1, 1, 2, 2, 3])):
            out += self.statement(depth, leaves)
        return out

    def leave(self, state):
        """How a handler may end: it goes elsewhere, raises an event, or halts."""
        later = [s for s in self.names[1:] if s != state]
        pick = self.rng.random()
        if pick < 0.4 and later:
            return [("goto", self.rng.choice(later))]
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

    def on(self, kind, state):
        table = {}
        for event in self.events:
            pick = self.rng.random()
            if pick < 0.14:
                table[event.name] = ("defer",)
            elif pick < 0.24:
                table[event.name] = ("ignore",)
            elif pick < 0.40 and len(self.names) > 1:
                param = ("x", event.type) if event.type and self.chance(0.5) else None
                with_fun = self.quiet(kind, param) if self.chance(0.4) else None
                table[event.name] = ("goto", self.rng.choice(self.names[1:]), with_fun)
            elif pick < 0.43 and self.asserted:
                continue  # unhandled
            else:
                table[event.name] = ("do", self.handler(kind, state, event))
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
        return Fun(None, self.locals, body)

    def states(self, kind, setup):
        self.names = ["Init", "S1", "S2"][:self.rng.choice([1, 2, 2, 3])]
        out = []
        for i, name in enumerate(self.names):
            entry = self.start(kind, setup) if i == 0 else \
                self.quiet(kind, None) if self.chance(0.4) else None
            leave = self.quiet(kind, None) if self.chance(0.4) else None
            null = None
            if self.chance(0.05):
                self.begin(kind, None, 0)
                name_ = self.rng.choice(FREE)
                null = Fun(None, [], [("set", name_, ("next", name_, 2))])
            out.append(State(name, entry, leave, self.on(kind, name), null))
        return out

    def spec(self):
        if not self.observed:
            return None
        names = ["W0", "W1"]
        states = []
        for i, name in enumerate(names):
            on = {}
            for event in self.observed:
                pick = self.rng.random()
                if pick < 0.2:
                    on[event] = ("ignore",)
                elif pick < 0.5:
                    on[event] = ("goto", names[1 - i], None)
                else:
                    body = [("set", "n", ("next", "n", MODULUS))]
                    if self.asserted and self.chance(0.5):
                        body.insert(0, ("assert", ("less", "n", 2)))
                    param = None
                    if self.type_of(event) == "machine" and self.chance(0.5):
                        param = ("x", "machine")
                        body.append(("set", "who", ("var", "x")))
                    on[event] = ("do", Fun(param, [], body))
            is_hot = i == 1 and self.chance(0.3)
            states.append(State(name, None, None, on, None, is_hot))
        return Spec("Watch", ["n"], ["who"], self.observed, states)

    def type_of(self, name):
        return next(e.type for e in self.events if e.name == name)

    def funs(self, kind):
        """One function, to be called by handlers."""
        if self.chance(0.5):
            return {}
        fun = self.quiet(kind._replace(funs={}), ("x", "int"))
        return {"Help": fun} if not fun.locals else {}

    def machine(self, kind, setup):
        kind = kind._replace(funs=self.funs(kind))
        return kind._replace(states=self.states(kind, setup))

    def program(self):
        # Main makes machines of kinds A, B in the beginning; D is made on the way.
        count = self.rng.randint(1, 2)
        fixed = [f"{'AB'[i]}" for i in range(count)]
        kinds = []
        late_takes = ["r0"]
        self.late = Kind("D", FREE + ["used", "made"], ["r0"], late_takes, None, {}, None) \
            if self.chance(0.5) else None
        setup = []
        main = Kind("Main", FREE + ["used", "made"], [f"m{i}" for i in range(count)] + ["r0"],
                    [], None, {}, None)
        for i, name in enumerate(fixed):
            takes = [f"r{j}" for j in range(i + 1)]
            kind = Kind(name, FREE + ["used", "made"], takes, takes, None, {}, self.bound())
            given = [("this",)] + [("var", f"m{j}") for j in range(i)]
            setup.append(("new", f"m{i}", name, given))
            kinds.append(kind)
        done = [self.machine(main, setup)] + [self.machine(k, None) for k in kinds]
        if self.late:
            done.append(self.machine(self.late, None))
        return Program(self.events, done, self.spec(),
                       ["Seal", "Unseal"] if self.sealed else [])


def draw(rng, **what):
    return Draw(rng, **what).program()
