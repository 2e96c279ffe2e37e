"""tests/check/runner.py: one machine, or one monitor, as it runs.

A Runner is made from the state of a machine, a Local, runs the machine to its next position,
and is converted into a Local again. A World (oracle.py) executes its requests: sends,
creations, choices and monitors.
"""

import collections

from flat import follow
from programs import FOREIGN, HALT

SHOW, PUT, NEW, SAY = "show", "put", "new", "say"
WAIT, FRESH = ("wait",), "fresh"
MOVES_MAX = 20000  # instructions between two positions


class Failed(Exception):
    """A bug of the program; the argument is its kind."""


class Assumed(Exception):
    """An assumption failed: this execution does not exist."""


class TooLarge(Exception):
    """More than is worth a test."""


# Every reference in a state is a Ref, so that references can be found.
Ref = collections.namedtuple("Ref", "path")

# One state on the stack of a machine, and what those below have left to it: actions,
# as (event, the state that has them), and events to defer. caller: the frame of the push
# statement that entered it, and what was to follow; or None.
Level = collections.namedtuple("Level", "state actions defers caller", defaults=[None])

# frame: (Code, at, locals, the caller's frame) or None; control: what follows when the
# frames are used up; asks: None at rest, else the position and what is asked for.
Local = collections.namedtuple("Local", "kind stack fields frame control asks")


def references_in(thing, found):
    if isinstance(thing, Ref):
        found.add(thing.path)
    elif isinstance(thing, tuple):
        for part in thing:
            references_in(part, found)


class Runner:
    """Runs one machine, or a monitor, on to its next position."""

    def __init__(self, world, path, local):
        tables = world.tables
        self.world = world
        self.me = Ref(path)
        self.kind = local.kind
        self.stack = local.stack
        self.states = tables.states[local.kind]
        self.names = tables.fields[local.kind]
        self.types = tables.types[local.kind]
        self.vars = dict(zip(self.names, local.fields))
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
        return Local(self.kind, self.stack, tuple(self.vars[n] for n in self.names), frame,
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
        if kind == "pick":
            return self.pick(value[1])
        if kind == "foreign":
            return FOREIGN[value[1]](self.value(value[2]))
        if kind == "size":
            return len(self.read(value[1]))
        if kind == "at":
            return self.element(value[1], self.value(value[2]))
        if kind == "payload":
            return self.locals["payload"]
        if kind == "text":
            return ("text of", self.value(value[1]))
        return self.me

    def pick(self, name):
        among = self.read(name)
        if self.types[name] == "int":
            among = range(among)
        if len(among) == 0:
            raise Failed("choose")
        found = among[self.world.choose(len(among))]
        return found[0] if self.types[name] == "map" else found

    def element(self, name, key):
        held = self.read(name)
        if self.types[name] == "map":
            if key not in dict(held):
                raise Failed("missing-key")
            return dict(held)[key]
        if not 0 <= key < len(held):
            raise Failed("index")
        return held[key]

    def read(self, name):
        return self.locals[name] if self.code and name in self.locals else self.vars[name]

    def write(self, name, value):
        if name in self.vars:
            self.vars[name] = value
        else:
            self.locals[name] = value

    def holds(self, condition):
        kind = condition[0]
        if kind == "$":
            return self.world.choose(2) == 1
        if kind == "$$":
            return self.world.choose_fairly(self.me.path, condition[1]) == 1
        if kind == "never":
            return False
        if kind == "trigger":
            return self.locals["trigger"] == condition[1]
        if kind == "in":
            held = self.read(condition[1])
            found = self.value(condition[2])
            return found in (dict(held) if self.types[condition[1]] == "map" else held)
        if kind == "same":
            return self.read(condition[1]) == ("text of", self.value(condition[2]))
        if kind == "below":
            return self.value(condition[1]) < condition[2]
        found = self.read(condition[1])
        if kind == "known":
            return found is not None
        return found == condition[2] if kind == "is" else found < condition[2]

    # ---- states

    def begin(self, code, payload):
        self.code, self.at = code, 0
        self.locals = {name: 0 for name in code.locals}
        if code.param:
            self.locals[code.param] = payload

    def construct(self, given):
        """The start state is entered, with what was passed to `new`."""
        self.control = WAIT
        entry = self.states[self.stack[-1].state][0]
        if entry:
            self.begin(entry, None)
            for i, value in enumerate(given):
                self.locals[f"given{i}"] = value

    def leave(self, control):
        self.code = self.caller = None
        self.control = control
        leave = self.states[self.stack[-1].state][1]
        if leave:
            self.begin(leave, None)
            event, payload = control[-2:] if len(control) > 2 else (None, None)
            self.locals.update(trigger=event, payload=payload)

    def meet(self, event, payload):
        """The event meets the state."""
        self.code = self.caller = None
        what = self.world.tables.what(self, event)
        if what is None or what[0] == "defer":
            self.leave(("unhandled", event, payload))
        elif what[0] == "goto":
            self.leave(("exited", what[1], what[2], event, payload))
        elif what[0] == "push":
            self.push(what[1])
            self.enter(payload)
        elif what[0] == "do":
            self.control = WAIT
            self.begin(what[1], payload)
        else:
            self.control = WAIT

    def push(self, target, caller=None):
        """The state below leaves its actions and what it defers to the one above, but
        for what it has transitions for. Under a push statement everything but `halt` waits
        that has no action."""
        state, actions, defers, _ = self.stack[-1]
        on = self.states[state][2]
        own = {how: {e for e, what in on.items() if what[0] in how}
               for how in (("do", "ignore"), ("defer",), ("goto", "push"))}
        does, waits, moves = own.values()
        actions = {a for a in actions if a[0] not in waits | does | moves} | \
            {(e, state) for e in does}
        defers = (defers | waits) - does - moves
        if caller:
            defers = self.world.tables.events - {e for e, _ in actions}
        self.stack += (Level(target, frozenset(actions), frozenset(defers), caller),)

    def enter(self, payload):
        self.control = WAIT
        self.world.entered(self.kind, self.stack[-1].state)
        entry = self.states[self.stack[-1].state][0]
        if entry:
            self.begin(entry, payload)

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
        elif control[0] == "transited":
            self.stack = self.stack[:-1] + (self.stack[-1]._replace(state=control[1]),)
            self.enter(control[3])
        elif control[0] == "popped":
            caller = self.stack[-1].caller
            self.stack = self.stack[:-1]
            self.control = WAIT
            if caller:
                self.resume(caller[0])
                self.at += 1
                self.control = caller[1]
        elif len(self.stack) > 1:  # unhandled: the state below may know better
            self.stack = self.stack[:-1]
            self.meet(control[1], control[2])
        elif control[1] == HALT:
            self.is_gone = True
            return False
        else:
            raise Failed("unhandled-event")
        return True

    # ---- functions

    def go_on(self):
        """To the next position."""
        self.asks = None
        for _ in range(MOVES_MAX):
            if self.asks:
                return
            if self.code is None:
                if not self.settle():
                    return
            elif self.instruction(self.code.instructions[self.at]):
                return
        raise TooLarge

    def instruction(self, i):
        """True in a receive."""
        if i[0] == "receive":
            return True
        if not getattr(self, "do_" + i[0])(*i[1:]):
            self.at += 1
        return False

    # Each is true when it has asked for something or control is elsewhere already.

    def do_set(self, name, value):
        self.write(name, self.value(value))

    def do_branch(self, condition, other):
        self.at = self.at + 1 if self.holds(condition) else other
        return True

    def do_jump(self, place):
        self.at = place
        return True

    def do_send(self, to, event, value):
        to, payload = self.value(to), self.value(value)
        if to is None:
            raise Failed("null-target")
        self.asks = (SHOW if event in self.world.tables.observes else PUT, to, event, payload)
        return True

    def do_new(self, _, kind, refs):
        self.asks = (NEW, kind, tuple(self.value(r) for r in refs))
        return True

    def do_announce(self, event, value):
        payload = self.value(value)
        if event not in self.world.tables.observes:
            return False
        self.asks = (SAY, None, event, payload)
        return True

    def do_inform(self, monitor, event, value):
        self.asks = (SAY, monitor, event, self.value(value))
        return True

    def do_watch(self, monitor, value):
        self.asks = (NEW, monitor, (self.value(value),))
        return True

    def do_goto(self, state, value=None):
        self.leave(("exited", state, None, None, self.value(value)))
        return True

    def do_pop(self):
        self.leave(("popped",))
        return True

    def do_push(self, state):
        caller = (self.frame(), self.control)
        self.code = self.caller = None
        self.push(state, caller)
        self.enter(None)
        return True

    def do_raise(self, event, value):
        self.meet(event, self.value(value))
        return True

    def do_assert(self, condition):
        if not self.holds(condition):
            raise Failed("assertion")

    def do_assume(self, condition):
        if not self.holds(condition):
            raise Assumed

    def do_tell(self, function):
        self.world.events.append(("user", self.me.path, function))

    def do_check(self, value):
        if self.value(value) == 2:
            raise Failed("foreign")

    def do_call(self, function, value):
        value = self.value(value)
        self.caller = self.frame()
        self.begin(self.world.tables.funs[self.kind][function], value)
        return True

    def do_end(self):
        self.code = None
        if not self.caller:
            return True
        self.resume(self.caller)
        return False

    # ---- collections: a set is a tuple, a map a tuple of pairs; in order of insertion

    def do_add(self, name, value):
        held, new = self.vars[name], self.value(value)
        if self.types[name] == "seq":
            held += (new,)
        elif self.types[name] == "map":
            held = tuple({**dict(held), new: 0}.items())
        elif new not in held:
            held += (new,)
        self.vars[name] = held

    def do_insert(self, name, value):
        held, key = self.vars[name], self.value(value)
        if key in dict(held):
            raise Failed("duplicate-key")
        self.vars[name] = held + ((key, 1),)

    def do_remove(self, name, value):
        held, old = self.vars[name], self.value(value)
        if self.types[name] == "seq":
            if not 0 <= old < len(held):
                raise Failed("index")
            self.vars[name] = held[:old] + held[old + 1:]
        elif self.types[name] == "map":
            self.vars[name] = tuple((k, v) for k, v in held if k != old)
        else:
            self.vars[name] = tuple(v for v in held if v != old)
