"""tests/check/programs.py: small actor programs as tables, and as P text.

actors.py makes such programs at random, oracle.py interprets the tables, and `text`
prints the same program as P, in either dialect. The oracle and Plait have no code in
common, so the same mistake in both is unlikely.

Statements are tuples:

    ("set", variable, value)          ("if", condition, then, else)
    ("send", where, event, value)     ("new", variable, kind, [references])
    ("announce", event, value)        ("receive", [(event, parameter, statements)])
    ("goto", state, value or nothing) ("raise", event, value)
    ("assert", condition)             ("assume", condition)
    ("call", function, value)         ("repeat", variable, times, statements)
    ("tell", function)                ("check", value): a foreign function that may fail
    ("add", variable, value)          to a set; to a seq at its end; to a map with value 0
    ("remove", variable, value)       a place of a seq, an element of a set, a key of a map
    ("insert", variable, value)       a key that must not be in the map, with value 1

of the 2015 dialect only:

    ("pop",)                          ("push", state)
    ("watch", monitor, value)         creates an instance of the monitor
    ("inform", monitor, event, value) tells all instances of it

Values are None, ("int", n), ("var", name), ("next", name, modulus), ("choose", n),
("this",), and

    ("pick", name)        choose(name): a collection, or an int
    ("foreign", f, value) ("size", name)
    ("at", name, value)   an element of a seq, the value of a key
    ("text", value)       a machine as text
    ("payload", type)     in exit functions of the 2015 dialect

Conditions are ("$",), ("$$", n) where n tells it from others, ("is", variable, n), ("less", variable, n), ("known", variable),
("in", variable, value), ("same", variable, value): equal texts, ("below", value, n),
("trigger", event): in exit functions of the 2015 dialect, and ("never",).
"""

import collections

HALT = "halt"
NULL = "null"
MODERN_P, CLASSIC_P = "modern", "classic"
HOT, COLD = "hot", "cold"

# type: None, "int" or "machine"; bound: None, or ("assert" or "assume", how many).
Event = collections.namedtuple("Event", "name type bound")
# on: event -> ("do", Fun), ("defer",), ("ignore",), ("goto", state, Fun or None) or
# ("push", state). heat: None, HOT or COLD.
State = collections.namedtuple("State", "name entry exit on null heat", defaults=[None])
# param: None or (name, type); locals: of type int.
Fun = collections.namedtuple("Fun", "param locals body")
# fields: name -> type; takes: the references that it is created with go into these
# fields; funs: by name.
Kind = collections.namedtuple("Kind", "name fields takes states funs bound")
# A monitor of the 2015 dialect is created with an int, which goes into the field `takes`.
Spec = collections.namedtuple("Spec", "name fields observes states takes", defaults=[None])
# functions: that it tells explorers something with; foreign: those that C supplies.
Program = collections.namedtuple("Program", "events kinds specs functions foreign dialect")

# The foreign functions, of one int each, and the C of all of them. Those that are
# declared to be pure are remembered by the checker, the others called each time.
FOREIGN = {"Twice": lambda n: (2 * n + 1) % 3, "Turn": lambda n: (n + 2) % 3}
FOREIGN_TEXT = """#include <plait/foreign.h>

bool P_FUN_Twice(PForeignCall *call)
{
    return p_result(call, (PWord)((2 * p_arg_int(call, 0) + 1) % 3));
}
P_PURE(Twice);

bool P_FUN_Turn(PForeignCall *call)
{
    return p_result(call, (PWord)((p_arg_int(call, 0) + 2) % 3));
}

bool P_FUN_Check(PForeignCall *call)
{
    if (p_arg_int(call, 0) == 2)
        return p_foreign_fail(call, "two is too much");
    return true;
}
"""
TYPES = {"int": "int", "machine": "machine", "string": "string", "seq": "seq[int]",
         "set": "set[int]", "map": "map[int, int]"}


def renamed(thing, old, new):
    """The same program, or part of one, with another name for something."""
    if isinstance(thing, str):
        return new if thing == old else thing
    if isinstance(thing, dict):
        return {renamed(k, old, new): renamed(v, old, new) for k, v in thing.items()}
    if isinstance(thing, (list, tuple)):
        parts = [renamed(part, old, new) for part in thing]
        return type(thing)(*parts) if hasattr(thing, "_fields") else type(thing)(parts)
    return thing


# ------------------------------------------------------------------------------ P text

def bound_text(bound):
    return f" {bound[0]} {bound[1]}" if bound else ""


class Printer:
    def __init__(self, dialect):
        self.lines = []
        self.depth = 0
        self.is_classic = dialect == CLASSIC_P
        self.payload = None  # the name of what is `payload` in the text
        self.types = {}      # of the fields

    def line(self, text):
        self.lines.append("    " * self.depth + text)

    def open(self, text):
        self.line(text + " {")
        self.depth += 1

    def close(self, after=""):
        self.depth -= 1
        self.line("}" + after)

    # ---- expressions

    def name(self, name):
        return "payload" if name == self.payload else name

    def value(self, value):
        kind = value[0]
        if kind == "int":
            return str(value[1])
        if kind == "var":
            return self.name(value[1])
        if kind == "next":
            return f"({self.name(value[1])} + 1) % {value[2]}"
        if kind in ("choose", "pick"):
            return f"choose({value[1]})"
        if kind == "foreign":
            return f"{value[1]}({self.value(value[2])})"
        if kind == "size":
            return f"sizeof({value[1]})"
        if kind == "at":
            return f"{value[1]}[{self.value(value[2])}]"
        if kind == "text":
            return f'format("{{0}}", {self.value(value[1])})'
        if kind == "payload":
            return f"(payload as {value[1]})"
        return "this"

    def condition(self, condition):
        kind = condition[0]
        if kind in ("$", "$$"):
            return kind
        if kind == "never":
            return "false"
        if kind == "trigger":
            return f"trigger == {condition[1]}"
        if kind == "in":
            return f"({self.value(condition[2])} in {condition[1]})"
        if kind == "same":
            return f"{condition[1]} == {self.value(('text', condition[2]))}"
        if kind == "below":
            return f"{self.value(condition[1])} < {condition[2]}"
        name = self.name(condition[1])
        return {"is": f"{name} == {condition[-1]}", "less": f"{name} < {condition[-1]}",
                "known": f"{name} != null"}[kind]

    def with_value(self, words, value):
        return f"{words}, {self.value(value)};" if value is not None else words + ";"

    def arguments(self, refs):
        texts = [self.value(r) for r in refs]
        return f"({', '.join(texts)})" if len(texts) > 1 else "".join(texts)

    # ---- statements

    def statements(self, body):
        for s in body:
            getattr(self, "print_" + s[0])(*s[1:])

    def print_set(self, name, value):
        self.line(f"{name} = {self.value(value)};")

    def print_if(self, condition, then, other):
        self.open(f"if ({self.condition(condition)})")
        self.statements(then)
        self.close()
        if other:
            self.open("else")
            self.statements(other)
            self.close()

    def print_send(self, to, event, value):
        self.line(self.with_value(f"send {self.value(to)}, {event}", value))

    def print_new(self, name, kind, refs):
        made = f"new {kind}({self.arguments(refs)})"
        self.line(f"{name} = {made};" if name else f"{made};")

    def print_announce(self, event, value):
        self.line(self.with_value(f"announce {event}", value))

    def print_watch(self, monitor, value):
        self.line(f"new {monitor}({self.value(value) if value else ''});")

    def print_inform(self, monitor, event, value):
        self.line(self.with_value(f"monitor {monitor}, {event}", value))

    def print_receive(self, cases):
        self.open("receive")
        for event, param, body in cases:
            self.open(f"case {event}:" + (f" ({param[0]}: {param[1]})" if param else ""))
            self.statements(body)
            self.close()
        self.close()

    def print_goto(self, state, value=None):
        self.line(self.with_value(f"goto {state}", value))

    def print_push(self, state):
        self.line(f"push {state};")

    def print_pop(self):
        self.line("pop;")

    def print_raise(self, event, value):
        self.line(self.with_value(f"raise {event}", value))

    def print_assert(self, condition):
        self.line(f"assert {self.condition(condition)};")

    def print_assume(self, condition):
        self.line(f"assume {self.condition(condition)};")

    def print_call(self, function, value):
        self.line(f"{function}({self.value(value)});")

    def print_check(self, value):
        self.line(f"Check({self.value(value)});")

    def print_tell(self, function):
        self.line(f"{function}();")

    def print_repeat(self, name, times, body):
        self.line(f"{name} = 0;")
        self.open(f"while ({name} < {times})")
        self.statements(body)
        self.line(f"{name} = {name} + 1;")
        self.close()

    def print_add(self, name, value):
        text = self.value(value)
        self.line({"set": f"{name} += ({text});", "seq": f"{name} += (sizeof({name}), {text});",
                   "map": f"{name}[{text}] = 0;"}[self.types[name]])

    def print_insert(self, name, value):
        self.line(f"{name} += ({self.value(value)}, 1);")

    def print_remove(self, name, value):
        self.line(f"{name} -= {self.value(value)};")

    # ---- functions, states, machines

    def fun(self, head, fun):
        param = f" ({fun.param[0]}: {fun.param[1]})" if fun.param else ""
        if self.is_classic:
            self.payload = fun.param[0] if fun.param else None
            param = ""
        self.open(head + param)
        for name in fun.locals:
            self.line(f"var {name}: int;")
        self.statements(fun.body)
        self.payload = None
        is_handler = not head.startswith(("entry", "exit"))
        self.close(";" if self.is_classic and is_handler else "")

    def state(self, state, is_start):
        self.open(f"{'start ' if is_start else ''}{state.heat + ' ' if state.heat else ''}"
                  f"state {state.name}")
        if state.entry:
            self.fun("entry", state.entry)
        if state.exit:
            self.fun("exit", state.exit)
        for event, what in state.on.items():
            if what[0] == "do":
                self.fun(f"on {event} do", what[1])
            elif what[0] in ("defer", "ignore"):
                self.line(f"{what[0]} {event};")
            elif what[0] == "goto" and what[2]:
                self.fun(f"on {event} goto {what[1]} with", what[2])
            else:
                self.line(f"on {event} {what[0]} {what[1]};")
        if state.null:
            self.fun("on null do", state.null)
        self.close()

    def body(self, fields, states, funs):
        self.types = fields
        for name, of in fields.items():
            self.line(f"var {name}: {TYPES[of]};")
        for i, state in enumerate(states):
            self.state(state, i == 0)
        for name, fun in funs.items():
            self.open(f"fun {name}({fun.param[0]}: {fun.param[1]})")
            for local in fun.locals:
                self.line(f"var {local}: int;")
            self.statements(fun.body)
            self.close()
        self.close()


def given_text(place, count, of, dialect):
    """What `new` passes, in the start entry."""
    name = f"(payload as {of})" if dialect == CLASSIC_P else "given"
    return f"{name}.{place}" if count > 1 else name


def constructor(states, takes, of_one, dialect):
    """The start entry binds what `new` passes: one value, or a tuple."""
    if not takes:
        return states
    of = "(" + ", ".join([of_one] * len(takes)) + ")" if len(takes) > 1 else of_one
    binds = [("set", field, ("var", given_text(i, len(takes), of, dialect)))
             for i, field in enumerate(takes)]
    entry = states[0].entry or Fun(None, [], [])
    start = states[0]._replace(entry=Fun(("given", of), entry.locals, binds + entry.body))
    return [start, *states[1:]]


def text(program):
    p = Printer(program.dialect)
    for event in program.events:
        p.line(f"event {event.name}{bound_text(event.bound)}"
               f"{': ' + event.type if event.type else ''};")
    for name in program.functions:
        p.line(f"fun {name}();")
    for name in program.foreign:
        p.line(f"fun {name}(n: int);" if name == "Check" else f"fun {name}(n: int): int;")
    for i, kind in enumerate(program.kinds):
        is_main = p.is_classic and i == 0
        p.open(f"{'main ' if is_main else ''}machine {kind.name}{bound_text(kind.bound)}")
        p.body(kind.fields, constructor(kind.states, kind.takes, "machine", program.dialect),
               kind.funs)
    for s in program.specs:
        p.open(f"monitor {s.name}" if p.is_classic else
               f"spec {s.name} observes {', '.join(s.observes)}")
        p.body(s.fields, constructor(s.states, [s.takes] if s.takes else [], "int",
                                     program.dialect), {})
    return "\n".join(p.lines) + "\n"
