"""tests/check/classic_actors.py: random actor programs of the 2015 dialect.

The differences: a monitor exists after its `new`, there may be several of one kind, and it sees only
the events of `monitor` statements; states are pushed and popped. States of the first group (Init,
S1, S2) are at the bottom of the stack; the others (P1, P2) are only entered by a push, so a pop in
them is always possible.
"""

import actors
from programs import CLASSIC_P, HALT, Fun, State

PUSHED = ["P1", "P2"]
CALLED = "Q1"  # entered by push statements only


def constructed(spec):
    """The monitor with a constructor: it begins to count where it is told to."""
    begin = State("Begin", Fun(None, [], [("goto", spec.states[0].name)]), None, {}, None)
    return spec._replace(takes="n", states=[begin, *spec.states])


class ClassicDraw(actors.Draw):
    def __init__(self, rng, features, **what):
        super().__init__(rng, features - {"payloads"}, **what)
        if "starts" not in features:
            self.specs = [s._replace(states=[s.states[0]._replace(entry=None), *s.states[1:]])
                          for s in self.specs]
        self.specs = [constructed(s) if self.chance(0.5) else s for s in self.specs]
        self.is_pushed = False  # is it a state of the second group that is drawn?
        self.is_called = False  # is it the one that push statements enter?
        self.calls = False      # has this machine push statements?
        self.reads_exit = False  # do its exit functions look at what leads out?

    def announce(self):
        spec = self.rng.choice(self.specs)
        name = self.rng.choice(spec.observes)
        event = next(e for e in self.events if e.name == name)
        return ("inform", spec.name, name, self.value_for(event))

    def watch(self, spec):
        return ("watch", spec.name, ("int", self.rng.randint(0, 1)) if spec.takes else None)

    def start(self, kind, setup):
        """Machines create monitors when they begin, so that there are not too many."""
        fun = super().start(kind, setup)
        body = list(fun.body)
        if "instances" in self.features:
            often = 0.8 if kind.name == "Main" else 0.3
            while self.specs and self.chance(often):
                body.insert(self.rng.randint(0, len(body)), self.watch(self.rng.choice(self.specs)))
                often /= 2
        elif kind.name == "Main":
            for spec in self.specs:
                body.insert(self.rng.randint(0, len(body)), self.watch(spec))
        return fun._replace(body=body)

    def receive(self, depth):
        """`payload` in a case is that of the event received."""
        param, self.param = self.param, None
        out = super().receive(depth)
        self.param = param
        return out

    def statement(self, depth, leaves):
        if self.calls and leaves and self.chance(0.15):
            return [("push", CALLED)]
        return super().statement(depth, leaves)

    def leave(self, state):
        if self.is_called:
            return [("pop",)] if self.chance(0.8) else []
        if self.reads_exit:  # no goto, no pop: then no event leads out
            return []
        if self.calls:  # no raise: what it means in a state that was called is not said
            later = [s for s in self.names[1:] if s != state]
            return [("goto", self.rng.choice(later))] if later and self.chance(0.4) else []
        if self.is_pushed and self.chance(0.4):
            return [("pop",)]
        return super().leave(state)

    def rule(self, kind, state, event):
        if self.is_called:
            return self.rng.choice([None, ("defer",), ("ignore",)]) if self.chance(0.5) else \
                ("do", self.handler(kind, state, event))
        if self.is_pushed:
            if self.chance(0.35):
                return None  # pops the state
            if state == PUSHED[0] and self.chance(0.15):
                return ("push", PUSHED[1])
        elif self.is_pushing and self.chance(0.2):
            return ("push", self.rng.choice(PUSHED))
        return super().rule(kind, state, event)

    def on(self, kind, state):
        rules = super().on(kind, state)
        if self.calls or self.is_called:
            rules.pop(HALT, None)  # what it means in a state that was called is not said
        return rules

    def states(self, kind, setup):
        self.is_pushing = self.chance(0.7)
        self.reads_exit = self.has("exits", 0.2)
        self.calls = self.has("calls", 0.3) and not self.reads_exit
        out = [self.with_exit(s) for s in super().states(kind, setup)]
        if self.calls:
            self.calls, self.is_called = False, True
            out.append(State(CALLED, None, self.quiet(kind, None) if self.chance(0.4) else None,
                             self.on(kind, CALLED), None))
            self.calls, self.is_called = True, False
        if not self.is_pushing:
            return out
        self.is_pushed = True
        for name in PUSHED:
            self.names = ["", *PUSHED]
            entry = self.quiet(kind, None) if self.chance(0.4) else None
            leave = self.quiet(kind, None) if self.chance(0.4) else None
            out.append(State(name, entry, leave, self.on(kind, name), None))
        self.is_pushed = False
        return out

    def with_exit(self, state):
        """The exit function looks at the payload of the event that leads out."""
        ints = [e.name for e in self.events if e.type == "int"]
        if not self.reads_exit or not ints:
            return state
        fun = state.exit or Fun(None, [], [])
        reads = ("if", ("trigger", self.rng.choice(ints)),
                 [("set", self.rng.choice(actors.FREE), ("payload", "int"))], [])
        body = list(fun.body)
        body.insert(self.rng.randint(0, len(body)), reads)
        return state._replace(exit=fun._replace(body=body))

    def program(self):
        return super().program()._replace(dialect=CLASSIC_P)


def draw(rng, features, **what):
    return ClassicDraw(rng, features, **what).program()
