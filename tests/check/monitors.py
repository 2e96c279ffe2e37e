"""tests/check/monitors.py: random monitors.

A monitor counts the events that it sees and changes its state; some states are hot. If the program
may have bugs, the monitor asserts something about the count.
"""

from programs import COLD, HOT, Fun, Spec, State

MODULUS = 3
BUDGET = 2  # events that a monitor raises


class DrawSpec:
    """One monitor, of the program that `draw` makes."""

    def __init__(self, draw, name):
        self.rng = draw.rng
        self.draw = draw
        self.name = name
        self.is_rich = "monitors" in draw.features
        self.types = {e.name: e.type for e in draw.events}
        names = sorted(self.types)
        self.observes = self.rng.sample(names, self.rng.randint(1, 2))
        count = self.rng.choice([1, 2, 2, 3]) if self.is_rich else 2
        self.names = [f"W{i}" for i in range(count)]

    def chance(self, p):
        return self.rng.random() < p

    def statement(self):
        pick = self.rng.random()
        if self.draw.uses_foreign and pick < 0.3:
            return [("set", "n", ("foreign", self.rng.choice(["Twice", "Turn"]), ("var", "n")))]
        if self.draw.uses_foreign and self.draw.asserted and pick < 0.4:
            return [("check", ("var", "n"))]
        if self.draw.uses_assume and pick < 0.55:
            return [("assume", ("never",) if self.draw.pruned else ("less", "n", 2))]
        if self.draw.asserted and pick < 0.75:
            return [("assert", ("less", "n", self.rng.choice([0, 1, 2, 2, 2])))]
        return [("set", "n", ("next", "n", MODULUS))]

    def quiet(self, p):
        """An entry or exit function, perhaps."""
        if not self.is_rich or not self.chance(p):
            return None
        return Fun(None, [], self.statement())

    def handler(self, event):
        of = self.types[event]
        param = ("x", of) if of and self.chance(0.5) else None
        body = [("set", "n", ("next", "n", MODULUS))]
        if param and of == "machine":
            body.append(("set", "who", ("var", "x")))
        elif param and self.chance(0.5):
            body.append(("if", ("is", "x", 0), self.statement(), []))
        if self.chance(0.6):
            body = self.statement() + body
        if self.is_rich and self.chance(0.25):
            other = self.rng.choice(self.observes)
            if self.types[other] is None:
                body.append(("if", ("less", "used", BUDGET),
                             [("set", "used", ("next", "used", BUDGET + 1)),
                              ("raise", other, None)], []))
        if self.is_rich and self.chance(0.2):
            body.append(("if", ("is", "n", 1), [("goto", self.rng.choice(self.names))], []))
        return Fun(param, [], body)

    def rule(self, state, event):
        pick = self.rng.random()
        if pick < 0.2:
            return ("ignore",)
        if pick < 0.5 and len(self.names) > 1:
            fun = None
            if self.is_rich and self.chance(0.3):
                fun = Fun(None, [], self.statement())
            return ("goto", self.rng.choice([n for n in self.names if n != state]), fun)
        if pick < 0.55 and self.draw.asserted:
            return None
        return ("do", self.handler(event))

    def heat(self, i):
        if not self.is_rich:
            return HOT if i == 1 and self.chance(0.3) else None
        return self.rng.choice([HOT, HOT, COLD, None, None]) if self.is_heated else None

    def spec(self):
        self.is_heated = self.chance(0.5)
        states = []
        for i, name in enumerate(self.names):
            rules = {event: self.rule(name, event) for event in self.observes}
            on = {event: rule for event, rule in rules.items() if rule}
            states.append(State(name, self.quiet(0.3), self.quiet(0.2), on, None, self.heat(i)))
        fields = {"n": "int", "used": "int", "who": "machine"}
        return Spec(self.name, fields, self.observes, states)


def draw_specs(draw):
    count = draw.rng.choice([1, 1, 2, 3]) if "monitors" in draw.features else 1
    return [DrawSpec(draw, f"Watch{i}").spec() for i in range(count)]
