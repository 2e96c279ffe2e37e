#!/usr/bin/env python3
"""tests/fuzz/generate.py --seed N [--size S] [--dialect D]: a random P program.

The program is well-typed, so the front end must accept it, and it ends: every
machine may send, create, raise, goto and push only a limited number of times, a machine
creates only machines declared after it, loops and recursion have bounds, and a null
transition leads to a later state. Most programs have no bug; some divide by
zero, read a missing key or get an event they do not handle, because every way to execute
the program must report the same bug.

The same seed gives the same program. --size (1 to 5) is the size of the program;
--dialect is modern, classic (the dialect of 2015: push and pop, bounds), any, or p:
modern, with only what P's own compiler accepts and its checker executes correctly. P passes some
values without copying them, so such a program does not change parameters, or copy halt.
"""

import argparse
import random
import sys

INT, BOOL, FLOAT, STRING = ("int",), ("bool",), ("float",), ("string",)
EVENT, MACHINE, ANY, DATA = ("event",), ("machine",), ("any",), ("data",)
SCALARS = [INT, INT, INT, BOOL, STRING, FLOAT]
KEYS = [INT, INT, STRING, BOOL]

# How often something dangerous is done on purpose: one time in so many.
RISK = 60


# ------------------------------------------------------------------------------- types

def text(t):
    """The type as P writes it."""
    kind = t[0]
    if kind in ("seq", "set"):
        return f"{kind}[{text(t[1])}]"
    if kind == "map":
        return f"map[{text(t[1])}, {text(t[2])}]"
    if kind == "tuple":
        return "(" + ", ".join(text(part) for part in t[1]) + ")"
    if kind == "named":
        return "(" + ", ".join(f"{name}: {text(part)}" for name, part in t[1]) + ")"
    if kind == "enum":
        return t[1]
    return kind


def parts(t):
    if t[0] in ("seq", "set", "map"):
        return t[1:]
    if t[0] == "tuple":
        return t[1]
    if t[0] == "named":
        return [part for _, part in t[1]]
    return []


def mentions(t, kinds):
    return t[0] in kinds or any(mentions(part, kinds) for part in parts(t))


# ------------------------------------------------------------------------------ context

class Body:
    """A function being written: what it sees and may do."""

    def __init__(self, owner, sees, does, result=None):
        self.owner = owner        # a Unit, or None for a global function
        self.sees = list(sees)    # (name, type) of fields and parameters
        self.does = set(does)     # of: leave, act, receive, choose, print, push, pop
        self.result = result
        self.locals = []
        self.fixed = set()        # names nobody assigns: counters of loops
        self.lines = []
        self.depth = 1
        self.loops = 0
        self.nesting = 0
        self.calls = 0

    def line(self, words):
        self.lines.append("    " * self.depth + words)

    def local(self, t, name):
        self.locals.append((name, t))
        self.sees.append((name, t))
        return name


class Fun:
    def __init__(self, name, params, result, does, recursive=False):
        self.name, self.params, self.result = name, params, result
        self.does, self.recursive = set(does), recursive


class State:
    def __init__(self, name, param, pushed):
        self.name, self.param, self.pushed = name, param, pushed


class Unit:
    """A machine or spec."""

    def __init__(self, name, is_spec, constructor):
        self.name, self.is_spec, self.constructor = name, is_spec, constructor
        self.fields, self.funs, self.states = [], [], []
        self.limits = {}    # of what it may do: counter -> how often
        self.index = 0


# ---------------------------------------------------------------------------- generator

class Generator:
    def __init__(self, seed, size, dialect):
        self.r = random.Random(seed)
        self.size = size
        self.strict = dialect == "p"
        self.classic = dialect == "classic" or dialect == "any" and self.r.random() < 0.25
        self.names = 0
        self.helpers = {}
        self.helper_text = []
        self.enums = []
        self.events = []    # (name, payload or None)
        self.machines, self.specs = [], []
        self.funs = []      # global ones
        self.out = []

    def chance(self, p):
        return self.r.random() < p

    def risky(self):
        return self.r.randrange(RISK * 3) == 0

    def fresh(self, stem):
        self.names += 1
        return f"{stem}{self.names}"

    # ------------------------------------------------------------------------- types

    def key_type(self):
        r = self.r.random()
        if r < 0.75:
            return self.r.choice(KEYS)
        if r < 0.85 and self.enums:
            return ("enum", self.r.choice(self.enums)[0])
        if r < 0.92:
            return ("tuple", (INT, self.r.choice(KEYS)))
        return self.r.choice([("set", INT), ("seq", INT), EVENT])

    def type(self, depth=2, store=True):
        """A random type. `any` never holds another `any`, so values stay small."""
        r = self.r.random()
        if depth == 0 or r < 0.42:
            pick = self.r.random()
            if pick < 0.72:
                return self.r.choice(SCALARS)
            if pick < 0.80 and self.enums:
                return ("enum", self.r.choice(self.enums)[0])
            if pick < 0.86:
                return EVENT
            if pick < 0.92:
                return MACHINE
            return (ANY if self.chance(0.7) else DATA) if store else INT
        if r < 0.58:
            return ("seq", self.type(depth - 1, store))
        if r < 0.68:
            return ("set", self.key_type() if self.chance(0.8) else self.type(depth - 1, store))
        if r < 0.82:
            return ("map", self.key_type(), self.type(depth - 1, store))
        count = self.r.choice([1, 2, 2, 3])
        inner = [self.type(depth - 1, store) for _ in range(count)]
        if self.chance(0.5):
            return ("tuple", tuple(inner))
        return ("named", tuple((f"f{i}", part) for i, part in enumerate(inner)))

    def boxed(self, box):
        """A type to put into an `any` or `data`."""
        while True:
            t = self.type(1, store=False)
            if not mentions(t, ("any", "data")) and \
                    not (box == DATA and mentions(t, ("machine",))):
                return t

    # ----------------------------------------------------------------------- helpers

    def helper(self, kind, t):
        """A global function that reads a collection without failing."""
        if (kind, t) not in self.helpers:
            name = self.fresh(kind)
            self.helpers[kind, t] = name
            if kind == "At":
                result = t[1]
                body = ["if (sizeof(c) == 0) return default(%s);" % text(result),
                        "return c[Ix(i, sizeof(c))];"]
                head = f"fun {name}(c: {text(t)}, i: int): {text(result)} {{"
            elif kind == "Get":
                result = t[2]
                body = ["if (k in c) return c[k];", f"return default({text(result)});"]
                head = f"fun {name}(c: {text(t)}, k: {text(t[1])}): {text(result)} {{"
            else:
                result = t[1]
                body = ["if (sizeof(c) == 0) return default(%s);" % text(result),
                        "return choose(c);"]
                head = f"fun {name}(c: {text(t)}): {text(result)} {{"
            self.helper_text += [head] + ["    " + line for line in body] + ["}", ""]
        return self.helpers[kind, t]

    # ------------------------------------------------------------------- expressions

    def paths(self, b, t):
        """Variables of the type, and parts of variables."""
        found = []

        def look(path, has, depth):
            if has == t:
                found.append(path)
            if depth == 0:
                return
            if has[0] == "tuple":
                for i, part in enumerate(has[1]):
                    look(f"{path}.{i}", part, depth - 1)
            elif has[0] == "named":
                for name, part in has[1]:
                    look(f"{path}.{name}", part, depth - 1)

        for name, has in b.sees:
            look(name, has, 2)
        return found

    def literal(self, b, t, depth=2):
        kind, r = t[0], self.r
        if kind == "int":
            n = r.choice([0, 1, 2, 3, 5, 7, 10, 100, 65536, 2147483647, r.randrange(1000)])
            return str(n) if self.chance(0.8) else f"(-{n})"
        if kind == "bool":
            return r.choice(["true", "false"])
        if kind == "float":
            return r.choice(["0.0", "1.0", "0.5", "2.25", "0.1", "1000000.0", "(-1.5)", "3.14159"])
        if kind == "string":
            return r.choice(['""', '"a"', '"b"', '"abc"', '"x y"', '"{{}}"', '"\\"q\\""',
                             '"tab\\t"', '"\u00e4\u4e2d"'])
        if kind == "enum":
            return r.choice(dict(self.enums)[t[1]])[0]
        if kind == "event":
            extra = ["default(event)"] if self.strict else ["halt", "default(event)"]
            return r.choice([e for e, _ in self.events] + extra)
        if kind == "machine":
            ours = b.owner is not None and not b.owner.is_spec
            return "this" if ours and self.chance(0.8) else "default(machine)"
        if kind in ("any", "data"):
            if self.chance(0.15):
                return f"default({kind})"
            return f"({self.expr(b, self.boxed(t), depth - 1)} as {kind})"
        if kind in ("tuple", "named"):
            return self.tuple(b, t, depth)
        return f"default({text(t)})"

    def tuple(self, b, t, depth):
        if t[0] == "tuple":
            inner = [self.expr(b, part, depth - 1) for part in t[1]]
        else:
            inner = [f"{n} = {self.expr(b, part, depth - 1)}" for n, part in t[1]]
        return "(" + ", ".join(inner) + ("," if len(inner) == 1 else "") + ")"

    def call(self, b, t):
        """A call with that result, or None."""
        funs = [f for f in self.funs + (b.owner.funs if b.owner else [])
                if f.result == t and f.does <= b.does]
        if not funs or b.calls >= 3 or b.nesting > 3:
            return None
        f = self.r.choice(funs)
        b.calls += 1
        return self.call_text(b, f)

    def call_text(self, b, f):
        arguments = [self.expr(b, t, 1) for _, t in f.params]
        if f.recursive:
            arguments[0] = str(self.r.randrange(4))
        return f"{f.name}({', '.join(arguments)})"

    def expr(self, b, t, depth=2):
        b.nesting += 1
        try:
            return self.expr_of(b, t, depth)
        finally:
            b.nesting -= 1

    def expr_of(self, b, t, depth):
        paths = self.paths(b, t)
        if paths and self.chance(0.38):
            return self.r.choice(paths)
        if depth <= 0:
            return self.r.choice(paths) if paths and self.chance(0.5) else self.literal(b, t, 0)
        if self.chance(0.12):
            called = self.call(b, t)
            if called:
                return called
        if self.chance(0.12):
            read = self.element(b, t, depth)
            if read:
                return read
        if self.chance(0.04) and t != ANY:
            return f"(({self.expr(b, t, depth - 1)} as any) as {text(t)})"
        if self.risky():
            return f"({self.expr(b, ANY, depth - 1)} as {text(t)})" if t != ANY else "default(any)"
        special = getattr(self, "expr_" + t[0], None)
        if special and self.chance(0.7):
            return special(b, t, depth)
        return self.literal(b, t, depth)

    def element(self, b, t, depth):
        """An element of a collection that can be seen."""
        places = [(name, has) for name, has in b.sees
                  if has[0] in ("seq", "set") and has[1] == t or has[0] == "map" and has[2] == t]
        if not places:
            return None
        name, has = self.r.choice(places)
        if has[0] == "map":
            key = self.expr(b, has[1], depth - 1)
            if self.risky():
                return f"{name}[{key}]"
            return f"{self.helper('Get', has)}({name}, {key})"
        index = self.expr(b, INT, depth - 1)
        if self.risky():
            return f"{name}[{index}]"
        if "choose" in b.does and self.chance(0.3):
            return f"{self.helper('Pick', has)}({name})"
        return f"{self.helper('At', has)}({name}, {index})"

    def expr_int(self, b, t, depth):
        pick = self.r.randrange(13)
        one = lambda: self.expr(b, INT, depth - 1)
        if pick < 5:
            return f"({one()} {self.r.choice('+-*')} {one()})"
        if pick == 5:
            by = one() if self.chance(0.05) else self.r.choice(["2", "3", "7", "(-2)", "1000"])
            return f"({one()} {self.r.choice('/%')} {by})"
        if pick == 6:
            return f"(-{one()})"
        if pick == 7:
            return f"({self.expr(b, FLOAT, depth - 1)} to int)"
        if pick == 8 and self.enums:
            return f"({self.expr(b, ('enum', self.enums[0][0]), depth - 1)} to int)"
        if pick in (9, 10) and "choose" in b.does:
            return f"choose({f'({one()} + 0)' if self.risky() else self.r.randrange(1, 6)})"
        collections = [name for name, has in b.sees if has[0] in ("seq", "set", "map")]
        if collections:
            return f"sizeof({self.r.choice(collections)})"
        return one()

    def expr_bool(self, b, t, depth):
        pick = self.r.randrange(13)
        if pick < 3:
            kind = self.r.choice([INT, INT, FLOAT, STRING])
            return f"({self.expr(b, kind, depth - 1)} {self.r.choice(['<', '<=', '>', '>='])} " \
                f"{self.expr(b, kind, depth - 1)})"
        if pick < 6:
            kind = self.r.choice([has for _, has in b.sees] + [INT])
            return f"({self.expr(b, kind, depth - 1)} {self.r.choice(['==', '!='])} " \
                f"{self.expr(b, kind, depth - 1)})"
        if pick < 8:
            return f"({self.expr(b, BOOL, depth - 1)} {self.r.choice(['&&', '||'])} " \
                f"{self.expr(b, BOOL, depth - 1)})"
        if pick == 8:
            return f"!({self.expr(b, BOOL, depth - 1)})"
        if pick in (9, 10) and "choose" in b.does:
            return self.r.choice(["$", "$$", "choose()"])
        collections = [(name, has) for name, has in b.sees if has[0] in ("seq", "set", "map")]
        if collections:
            name, has = self.r.choice(collections)
            return f"({self.expr(b, has[1], depth - 1)} in {name})"
        return self.literal(b, t)

    def expr_float(self, b, t, depth):
        if self.chance(0.2):
            return f"({self.expr(b, INT, depth - 1)} to float)"
        return f"({self.expr(b, FLOAT, depth - 1)} {self.r.choice('+-*/')} " \
            f"{self.expr(b, FLOAT, depth - 1)})"

    def expr_string(self, b, t, depth):
        # At most one variable of text: strings must not double.
        if self.chance(0.4):
            number = self.expr(b, self.r.choice([INT, BOOL, FLOAT]), depth - 1)
            return f'format("<{{0}}>", {number})'
        return f'({self.literal(b, STRING)} + {self.literal(b, STRING)})'

    def expr_seq(self, b, t, depth):
        maps = []
        for name, has in b.sees:
            if has[0] == "map" and has[1] == t[1]:
                maps.append(f"keys({name})")
            if has[0] == "map" and has[2] == t[1]:
                maps.append(f"values({name})")
        return self.r.choice(maps) if maps else self.literal(b, t)

    # --------------------------------------------------------------------- statements

    def block(self, b, count):
        """Statements in braces; the opening line is already written."""
        b.depth += 1
        for _ in range(count):
            if self.statement(b):
                break
        b.depth -= 1
        b.line("}")

    def statement(self, b):
        """Writes one. True when what follows it would never be reached."""
        kinds = ["change"] * 7 + ["print"] * 2 + ["if", "while", "foreach", "call", "assert"]
        if "act" in b.does:
            kinds += ["send"] * 6 + ["new", "announce"]
        if "receive" in b.does and b.depth < 5:
            kinds += ["receive"] * 2
        if "leave" in b.does:
            kinds += ["raise", "goto"]
        if "push" in b.does:
            kinds += ["push"]
        if "pop" in b.does:
            kinds += ["pop"] * 5
        if b.loops and self.chance(0.1):
            b.line(f"if ({self.expr(b, BOOL, 1)}) {self.r.choice(['break', 'continue'])};")
            return False
        if b.depth > 4:
            kinds = [k for k in kinds if k not in ("if", "while", "foreach", "receive")]
        b.calls = 0
        return bool(getattr(self, "stmt_" + self.r.choice(kinds))(b))

    def stmt_print(self, b):
        shown = [self.expr(b, self.r.choice([has for _, has in b.sees] + [INT]), 1)
                 for _ in range(self.r.randrange(1, 4))]
        holes = " ".join("{%d}" % i for i in range(len(shown)))
        b.line(f'print format("{self.fresh("p")} {holes}", {", ".join(shown)});')

    def stmt_assert(self, b):
        if self.risky():
            b.line(f"assert {self.expr(b, BOOL, 2)}, {self.expr(b, STRING, 1)};")
        else:
            name, _ = self.r.choice(b.sees + [("1", INT)])
            b.line(f"assert {name} == {name} || true;")

    def stmt_if(self, b):
        b.line(f"if ({self.expr(b, BOOL)}) {{")
        self.block(b, self.r.randrange(1, 3))
        if self.chance(0.5):
            b.lines[-1] += " else {"
            self.block(b, self.r.randrange(1, 3))

    def stmt_while(self, b):
        i = b.local(INT, self.fresh("i"))
        b.fixed.add(i)
        b.line(f"{i} = 0;")
        b.line(f"while ({i} < {self.r.randrange(1, 4)}) {{")
        b.depth += 1
        b.line(f"{i} = {i} + 1;")
        b.depth -= 1
        self.loop(b)

    def stmt_foreach(self, b):
        collections = [(name, has) for name, has in b.sees if has[0] in ("seq", "set")]
        maps = [(f"keys({name})", ("seq", has[1])) for name, has in b.sees if has[0] == "map"]
        if not collections + maps:
            return self.stmt_change(b)
        name, has = self.r.choice(collections + maps)
        x = b.local(has[1], self.fresh("x"))
        b.line(f"foreach ({x} in {name}) {{")
        self.loop(b)
        return False

    def loop(self, b):
        b.loops += 1
        self.block(b, self.r.randrange(1, 3))
        b.loops -= 1

    def stmt_call(self, b):
        funs = [f for f in self.funs + (b.owner.funs if b.owner else [])
                if f.does <= b.does and (f.result is None or self.chance(0.3))]
        if not funs or b.loops > 1:
            return self.stmt_change(b)
        f = self.r.choice(funs)
        if f.result is not None:
            x = b.local(f.result, self.fresh("x"))
            b.line(f"{x} = {self.call_text(b, f)};")
        elif "leave" in f.does:
            self.guarded(b, "left", lambda: b.line(f"{self.call_text(b, f)};"))
        else:
            b.line(f"{self.call_text(b, f)};")
        return False

    # ----------------------------------------------------------------------- changes

    def keep_fixed(self, b, *params):
        if self.strict:
            b.fixed.update(params)

    def place(self, b):
        """A place to change: its text, its type, and what must hold for it to be there."""
        names = [(n, t) for n, t in b.sees if n not in b.fixed]
        if not names:
            x = b.local(self.type(), self.fresh("x"))
            return x, b.sees[-1][1], []
        path, t = self.r.choice(names)
        guards = []
        for _ in range(3):
            if not self.chance(0.6):
                break
            if t[0] == "tuple":
                i = self.r.randrange(len(t[1]))
                path, t = f"{path}.{i}", t[1][i]
            elif t[0] == "named":
                name, part = self.r.choice(t[1])
                path, t = f"{path}.{name}", part
            elif t[0] == "seq":
                guards.append(f"sizeof({path}) > 0")
                path, t = f"{path}[Ix({self.simple(b, INT)}, sizeof({path}))]", t[1]
            elif t[0] == "map":
                key = self.simple(b, t[1])
                guards.append(f"{key} in {path}")
                path, t = f"{path}[{key}]", t[2]
            else:
                break
        return path, t, [] if self.risky() else guards

    def simple(self, b, t):
        """Something without effects, worth the same when it is evaluated twice."""
        paths = [p for p in self.paths(b, t)]
        if paths and self.chance(0.5):
            return self.r.choice(paths)
        if t[0] in ("tuple", "named"):
            inner = [self.simple(b, part) for part in parts(t)]
            if t[0] == "named":
                inner = [f"{n} = {v}" for (n, _), v in zip(t[1], inner)]
            return "(" + ", ".join(inner) + ("," if len(inner) == 1 else "") + ")"
        if t[0] in ("any", "data"):
            return f"({self.r.randrange(3)} as {t[0]})"
        return self.literal(b, t, 0)

    def stmt_change(self, b):
        path, t, guards = self.place(b)
        kind = t[0]
        value = lambda of: self.expr(b, of, 2)
        if kind == "seq" and self.chance(0.75):
            if self.chance(0.75):
                guards.append(f"sizeof({path}) < 6")
                where = "0" if self.chance(0.5) else f"sizeof({path})"
                change = f"{path} += ({where}, {value(t[1])});"
            else:
                guards.append(f"sizeof({path}) > 0")
                change = f"{path} -= Ix({value(INT)}, sizeof({path}));"
        elif kind == "set" and self.chance(0.8):
            if self.chance(0.75):
                guards.append(f"sizeof({path}) < 6")
                change = f"{path} += ({value(t[1])});"
            else:
                change = f"{path} -= {value(t[1])};"
        elif kind == "map" and self.chance(0.85):
            key = self.simple(b, t[1])
            pick = self.r.randrange(4)
            if pick == 0:
                change = f"{path} -= {key};"
            elif pick == 1:
                guards += [f"sizeof({path}) < 6"] + ([] if self.risky() else
                                                     [f"!({key} in {path})"])
                change = f"{path} += ({key}, {value(t[2])});"
            else:
                guards.append(f"sizeof({path}) < 6")
                change = f"{path}[{key}] = {value(t[2])};"
        else:
            change = f"{path} = {value(t)};"
        if guards:
            b.line(f"if ({' && '.join(guards)}) {change}")
        else:
            b.line(change)

    # ------------------------------------------------------------------------ acting

    def guarded(self, b, counter, write):
        """What a machine may do only so often."""
        b.line(f"if ({counter} < {b.owner.limits[counter]}) {{")
        b.depth += 1
        b.line(f"{counter} = {counter} + 1;")
        write()
        b.depth -= 1
        b.line("}")

    def payload(self, b, t):
        return "" if t is None else ", " + self.expr(b, t, 2)

    def stmt_send(self, b):
        name, t = self.r.choice(self.events)
        targets = [p for p in self.paths(b, MACHINE)]

        def write():
            if targets and self.chance(0.6):
                m = self.r.choice(targets)
                guard = "" if self.risky() else f"if ({m} != null) "
            else:
                m, guard = "this", ""
            if self.chance(0.04):
                b.line(f"{guard}send {m}, halt;")
            elif self.chance(0.1):
                e = b.local(EVENT, self.fresh("e"))
                b.line(f"{e} = {name};")
                b.line(f"{guard}send {m}, {e}{self.payload(b, t)};")
            else:
                b.line(f"{guard}send {m}, {name}{self.payload(b, t)};")

        self.guarded(b, "posted", write)

    def stmt_new(self, b):
        later = self.machines[b.owner.index + 1:]
        if not later:
            return self.stmt_send(b)
        unit = self.r.choice(later)
        x = b.local(MACHINE, self.fresh("m"))

        def write():
            argument = "" if unit.constructor is None else self.expr(b, unit.constructor, 2)
            b.line(f"{x} = new {unit.name}({argument});")

        self.guarded(b, "made", write)
        return False

    def stmt_announce(self, b):
        name, t = self.r.choice(self.events)
        word = "monitor" if self.classic else "announce"
        b.line(f"{word} {name}{self.payload(b, t)};")

    def stmt_raise(self, b):
        name, t = self.r.choice(self.events)

        def write():
            if self.chance(0.03):
                b.line("raise halt;")
            else:
                b.line(f"raise {name}{self.payload(b, t)};")

        self.guarded(b, "left", write)

    def stmt_goto(self, b):
        states = [s for s in b.owner.states if s.pushed == ("pop" in b.does)]
        if "push" not in b.does and "pop" not in b.does:
            states = [s for s in b.owner.states if not s.pushed]
        s = self.r.choice(states)
        self.guarded(b, "left", lambda: b.line(f"goto {s.name}{self.payload(b, s.param)};"))

    def stmt_push(self, b):
        states = [s for s in b.owner.states if s.pushed and s.param is None]
        if not states:
            return self.stmt_goto(b)
        self.guarded(b, "left", lambda: b.line(f"push {self.r.choice(states).name};"))
        return False

    def stmt_pop(self, b):
        self.guarded(b, "left", lambda: b.line("pop;"))

    def stmt_receive(self, b):
        chosen = self.r.sample(self.events, min(len(self.events), self.r.randrange(1, 4)))
        first, t = chosen[0]

        def write():
            if self.chance(0.95):
                b.line(f"send this, {first}{self.payload(b, t)};")
            b.line("receive {")
            b.depth += 1
            loops, b.loops = b.loops, 0
            for name, payload in chosen:
                param = ""
                seen = len(b.sees)
                if payload is not None and (self.strict or self.chance(0.8)):
                    v = self.fresh("v")
                    param = f" ({v}: {text(payload)})"
                    b.sees.append((v, payload))
                    self.keep_fixed(b, v)
                b.line(f"case {name}:{param} {{")
                self.block(b, self.r.randrange(1, 3))
                # The parameter is gone; locals that came up meanwhile stay.
                if param:
                    del b.sees[seen]
            b.loops = loops
            b.depth -= 1
            b.line("}")

        self.guarded(b, "posted", write)

    # --------------------------------------------------------------------- functions

    def write_body(self, b, count):
        self.block(b, count)
        b.lines.pop()
        if b.owner and self.chance(0.4):
            name, _ = self.r.choice(self.fields_of(b.owner))
            b.line(f'print format("{self.fresh("p")} {{0}}", {name});')
        return [f"    var {name}: {text(t)};" for name, t in b.locals] + b.lines

    def fields_of(self, unit):
        if unit is None:
            return []
        return unit.fields + ([] if unit.is_spec else [("peer", MACHINE)])

    def function(self, unit, does, name):
        """Writes a function and makes it known to those that come after it."""
        result = self.type(2) if self.chance(0.7) else None
        if result is not None:
            does = does - {"leave"}
        does = {d for d in sorted(does) if self.chance(0.3 if d == "leave" else 0.7)}
        recursive = "leave" not in does and self.chance(0.3)
        params = [(self.fresh("a"), self.type(2)) for _ in range(self.r.randrange(0, 3))]
        if recursive:
            params.insert(0, (self.fresh("n"), INT))
        f = Fun(name, params, result, does, recursive)
        b = Body(unit, self.fields_of(unit) + params, does, result)
        self.keep_fixed(b, *[name for name, _ in params])
        if recursive:
            b.fixed.add(params[0][0])
            n = params[0][0]
            again = ", ".join([f"{n} - 1"] + [self.simple(b, t) for _, t in params[1:]])
            b.depth += 1
            if result is not None:
                x = b.local(result, self.fresh("x"))
                b.line(f"if ({n} > 0) {x} = {name}({again});")
            else:
                b.line(f"if ({n} > 0) {name}({again});")
            b.depth -= 1
        lines = self.write_body(b, self.r.randrange(1, 2 + self.size))
        # A result at the end: by then every local is known.
        if result is not None:
            b.lines, b.depth = [], 1
            b.calls = 9
            before = len(b.locals)
            b.line(f"return {self.expr(b, result, 2)};")
            assert len(b.locals) == before
            lines += b.lines
        head = ", ".join(f"{n}: {text(t)}" for n, t in params)
        tail = f": {text(result)}" if result is not None else ""
        return f, [f"fun {name}({head}){tail} {{"] + lines + ["}", ""]

    def handler(self, unit, payload, does, is_first=False):
        """`(v: T) { ... }` as lines, the first without its indentation."""
        b = Body(unit, self.fields_of(unit), does)
        param = ""
        if payload is not None and self.chance(0.8):
            v = self.fresh("v")
            param = f"({v}: {text(payload)}) "
            b.sees.append((v, payload))
            self.keep_fixed(b, v)
        if is_first:
            self.beginning(b)
        lines = self.write_body(b, self.r.randrange(1, 2 + self.size))
        return param, lines

    def beginning(self, b):
        """The main machine makes the others, and gives everybody a peer and work."""
        b.depth += 1
        b.line("if (begun) return;")
        b.line("begun = true;")
        known = ["this"]
        for unit in self.machines[1:]:
            m = b.local(MACHINE, self.fresh("m"))
            argument = "" if unit.constructor is None else self.expr(b, unit.constructor, 2)
            b.line(f"{m} = new {unit.name}({argument});")
            known.append(m)
        for m in known:
            b.line(f"send {m}, ePeer, {self.r.choice(known)};")
        for _ in range(self.r.randrange(1, 3 + self.size)):
            name, t = self.r.choice(self.events)
            b.line(f"send {self.r.choice(known)}, {name}{self.payload(b, t)};")
        b.depth -= 1

    # ---------------------------------------------------------------- machines, specs

    def make_unit(self, name, is_spec, constructor, index):
        unit = Unit(name, is_spec, constructor)
        unit.index = index
        unit.limits = {"posted": self.r.randrange(4, 14), "left": self.r.randrange(2, 8),
                       "made": self.r.randrange(1, 3)}
        unit.fields = [(self.fresh("g"), self.type(3)) for _ in range(self.r.randrange(1, 5))]
        for i in range(self.r.randrange(1, 4)):
            param = self.state_param(unit, i)
            unit.states.append(State(f"S{i}", param, False))
        if self.classic and not is_spec and self.chance(0.8):
            for i in range(self.r.randrange(1, 3)):
                unit.states.append(State(f"T{i}", None, True))
        return unit

    def state_param(self, unit, i):
        if i == 0:
            return unit.constructor
        payloads = [t for _, t in self.events if t is not None]
        if payloads and self.chance(0.5):
            return self.r.choice(payloads)
        return self.type(2) if self.chance(0.2) else None

    def does_of(self, unit, state):
        if unit.is_spec:
            return {"leave", "print"}
        does = {"leave", "act", "receive", "choose", "print"}
        if self.classic:
            does.add("push")
            if state.pushed:
                does.add("pop")
        return does

    def write_unit(self, unit):
        inner = [f"    var {n}: {text(t)};" for n, t in unit.fields]
        inner.append("    var posted, left, made: int;")
        if not unit.is_spec:
            inner.append("    var peer: machine;")
            inner.append("    var begun: bool;")
        inner.append("")
        basic = {"print"} if unit.is_spec else {"act", "receive", "choose", "print"}
        can_leave = basic | (set() if self.classic else {"leave"})
        for i in range(self.r.randrange(0, 1 + self.size)):
            f, lines = self.function(unit, can_leave, self.fresh("F"))
            inner += ["    " + line if line else "" for line in lines]
            unit.funs.append(f)
        for state in unit.states:
            inner += self.write_state(unit, state, basic)
        self.out += inner

    def write_state(self, unit, state, basic):
        start = "start " if state is unit.states[0] else ""
        warmth = self.r.choice([""] * 5 + ["hot ", "cold ", "cold "]) if unit.is_spec else ""
        lines = [f"    {start}{warmth}state {state.name} {{"]
        does = self.does_of(unit, state)

        def add(opening, closing, handler):
            param, body = handler
            lines.append(f"        {opening} {param}{{")
            lines.extend("        " + line if line else "" for line in body)
            lines.append("        }" + closing)

        is_first = not unit.is_spec and unit.index == 0 and state is unit.states[0]
        if state.param is not None or is_first or self.chance(0.8):
            body = self.handler(unit, state.param, does, is_first)
            while state.param is not None and not body[0]:
                body = self.handler(unit, state.param, does)
            add("entry", "", body)
        if self.chance(0.4):
            add("exit", "", ("", self.handler(unit, None, basic)[1]))
        semi = ";" if self.classic else ""
        events = [e for e in self.events if not unit.is_spec or e[0] in unit.observed]
        for name, payload in events:
            self.write_handler(unit, state, name, payload, does, basic, lines, add, semi)
        if not unit.is_spec:
            lines.append(f"        on ePeer do (m: machine) {{ peer = m; }}{semi}")
        if not unit.is_spec and self.chance(0.15):
            later = [s for s in unit.states if s.param is None and s.pushed == state.pushed]
            later = [s for s in later if unit.states.index(s) > unit.states.index(state)]
            if later:
                lines.append(f"        on null goto {later[0].name};")
        return lines + ["    }", ""]

    def write_handler(self, unit, state, name, payload, does, basic, lines, add, semi):
        pick = self.r.random()
        targets = [s for s in unit.states if s.pushed == state.pushed and
                   s.param in (None, payload)]
        pushes = [s for s in unit.states if s.pushed]
        if self.r.randrange(RISK) == 0:
            return
        if pick < 0.12 and not unit.is_spec:
            lines.append(f"        defer {name};")
        elif pick < 0.22:
            lines.append(f"        ignore {name};")
        elif pick < 0.38 and targets:
            target = self.r.choice(targets)
            if self.chance(0.5):
                add(f"on {name} goto {target.name} with", semi,
                    self.handler(unit, payload, basic))
            else:
                lines.append(f"        on {name} goto {target.name};")
        elif pick < 0.55 and pushes and "push" in does:
            lines.append(f"        on {name} push {self.r.choice(pushes).name};")
        else:
            add(f"on {name} do", semi, self.handler(unit, payload, does))

    # ------------------------------------------------------------------------ program

    def program(self):
        r = self.r
        for i in range(r.randrange(1, 3)):
            count = r.randrange(2, 5)
            names = [f"E{i}_{j}" for j in range(count)]
            numbers = r.sample(range(20), count) if self.chance(0.4) else None
            self.enums.append((f"Enum{i}", list(zip(names, numbers or range(count)))))
            inner = ", ".join(f"{n} = {k}" if numbers else n for n, k in self.enums[-1][1])
            self.out.append(f"enum Enum{i} {{ {inner} }}")
        for i in range(r.randrange(2, 3 + self.size)):
            payload = self.type(3) if self.chance(0.75) else None
            bound = ""
            if self.classic and self.chance(0.1):
                bound = f" {r.choice(['assert', 'assume'])} {r.randrange(2, 6)}"
            self.events.append((f"e{i}", payload))
            tail = f": {text(payload)}" if payload is not None else ""
            self.out.append(f"event e{i}{bound}{tail};")
        self.out += ["event ePeer: machine;", ""]
        for i in range(r.randrange(1, 2 + self.size)):
            f, lines = self.function(None, {"choose", "print"}, self.fresh("G"))
            self.out += lines
            self.funs.append(f)
        for i in range(r.randrange(1, 2 + self.size)):
            constructor = self.type(3) if i and not self.classic and self.chance(0.5) else None
            self.machines.append(self.make_unit("Main" if i == 0 else f"M{i}", False,
                                                constructor, i))
        for i in range(r.randrange(0, 3)):
            spec = self.make_unit(f"W{i}", True, None, 0)
            count = r.randrange(1, len(self.events) + 1)
            spec.observed = sorted(e for e, _ in r.sample(self.events, count))
            self.specs.append(spec)
        for unit in self.machines:
            main = "main " if self.classic and unit is self.machines[0] else ""
            self.out.append(f"{main}machine {unit.name} {{")
            self.write_unit(unit)
            self.out += ["}", ""]
        for spec in self.specs:
            # A spec raises only what it handles.
            events, self.events = self.events, [e for e in self.events if e[0] in spec.observed]
            word = "monitors" if self.classic else "observes"
            self.out.append(f"spec {spec.name} {word} {', '.join(spec.observed)} {{")
            self.write_unit(spec)
            self.out += ["}", ""]
            self.events = events
        ix = ["fun Ix(i: int, n: int): int {", "    if (n <= 0) return 0;", "    i = i % n;",
              "    if (i < 0) i = i + n;", "    return i;", "}", ""]
        return "\n".join(self.out + ix + self.helper_text)


def generate(seed, size=2, dialect="any"):
    return Generator(seed, size, dialect).program()


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--size", type=int, default=2)
    parser.add_argument("--dialect", choices=["any", "modern", "classic", "p"], default="any")
    options = parser.parse_args()
    sys.stdout.write(generate(options.seed, options.size, options.dialect))


if __name__ == "__main__":
    main()
