"""tests/check/flat.py: the functions of programs.py as flat code, with jumps by number.

The oracle stops in the middle of functions, so each place in a function needs a number: `Code` has one
instruction for each place, and says which local variables are live there.
"""

from programs import Fun


class Code:
    """What a function does, flat: (name, ...)."""

    def __init__(self, instructions, live, param, locals_):
        self.instructions = instructions
        self.live = live  # for each place the local variables that still matter
        self.param = param
        self.locals = locals_


def names_in(thing):
    """All words in nested tuples: among them the variables that are read."""
    if isinstance(thing, str):
        return {thing}
    if isinstance(thing, (tuple, list)):
        return set().union(*map(names_in, thing)) if thing else set()
    return set()


def names_read(instruction):
    kind = instruction[0]
    if kind in ("jump", "receive", "end", "push", "pop", "tell"):
        return set()
    return names_in(instruction[2:] if kind in ("set", "new") else instruction[1:])


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
    if i[0] in ("goto", "raise", "pop", "end"):
        return []
    return [(at + 1, i[1] if i[0] in ("set", "new") else None)]


def live_sets(code, names):
    reads = [frozenset(names_read(i) & names) for i in code]
    live = [frozenset()] * len(code)
    changed = True
    while changed:
        changed = False
        for at in reversed(range(len(code))):
            matters = set(reads[at])
            for place, kills in follow(code, at):
                matters |= live[place] - {kills}
            if matters != live[at]:
                live[at] = frozenset(matters)
                changed = True
    return live


def compile_fun(fun, binds=()):
    """`binds`: instructions that come first, which set fields to what `new` passed."""
    f = Flatten()
    for instruction in binds:
        f.add(*instruction)
    f.statements(fun.body)
    f.add("end")
    names = set(fun.locals) | ({fun.param[0]} if fun.param else set())
    names |= {"y", "payload", "trigger"}
    names |= {v[1] for _, _, v in binds}
    return Code(f.out, live_sets(f.out, names), fun.param[0] if fun.param else None, fun.locals)


NOTHING = Fun(None, [], [])
