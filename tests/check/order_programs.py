"""tests/check/order_programs.py: random programs about the orders of sets and maps.

A machine gets numbers from others and moves them through sets and maps; tests/check/order describes
it. What it has seen of an order is a small number that decides the state in which it ends.
"""

import random

ENDS = 31

HEAD = """event eNumber: int;
event eSet: set[int];
event eMap: map[int, int];
event eTuple: (set[int], int);
event eAny: any;
event eRaised: set[int];
event eLast: (set[int], map[int, int]);

fun Same(x: set[int]): set[int] { return x; }
fun Plus(x: set[int], n: int): set[int] { x += (n); return x; }
fun Pair(x: set[int], n: int): (set[int], int) { return (x, n); }
fun Three(a: int, b: int, c: int): seq[int] {
    var made: seq[int];
    made += (0, a); made += (1, b); made += (2, c);
    return made;
}
fun MapOf(x: map[int, int], n: int): map[int, int] { x[n] = n; return x; }

machine Sender {
    start state Init {
        entry (todo: (machine, seq[int])) {
            var n: int;
            foreach (n in todo.1) {
                send todo.0, eNumber, n;
            }
        }
    }
}

machine Echo {
    var last: set[int];
    start state Init {
        on eSet do (x: set[int]) { last = x; }
    }
}
"""

SETS = ["s0", "s1", "s2", "t.0", "u"]
MAPS = ["m0", "m1"]
NUMBERS = ["n", "0", "1", "5", "sizeof(s0)"]


class Draw:
    def __init__(self, number):
        self.rng = random.Random(number)
        self.usual = self.rng.sample(SETS, 2)

    def pick(self, items):
        return self.rng.choice(items)

    def set(self):
        return self.pick(self.usual if self.rng.random() < 0.8 else SETS)

    def map(self):
        return self.pick(MAPS)

    def number(self):
        return self.pick(["n", "n", "n", *NUMBERS])

    def moves(self):
        """Statements that change sets and maps, and move them."""
        s, t, m, n = self.set(), self.set(), self.map(), self.number()
        return [
            f"{s} += ({n});", f"{s} += (n);", f"{s} += (n);", f"{s} -= ({n});",
            f"{s} = {t};", f"{s} = Same({t});", f"{s} = Plus({t}, {n});",
            f"t = ({t}, {n});", f"t = Pair({t}, n);", f"m0 = MapOf(m1, {n});",
            f"{m}[{n}] = {self.number()};", f"{m}[n] = 1;", f"{m} -= ({n});", "m0 = m1;", "m1 = m0;",
            f"of[{n} % 2] = {t};", f"if (1 in of) {{ {s} = of[1]; }}",
            f"if (sizeof(list) < 2) {{ list += (0, {t}); }}",
            f"if (sizeof(list) > 0) {{ {s} = list[0]; list[0] += (n); }}",
            f"if (sizeof(inner) < 2) {{ inner += ({t}); }}",
            f"box = {t};", f"if (box != null) {{ {s} = box as set[int]; }}",
            f"send echo, eSet, {t};", f"{s} = default(set[int]);",
        ]

    def looks(self):
        """Statements that see no order."""
        s, t, m, n = self.set(), self.set(), self.map(), self.number()
        return [
            f"if ({n} in {s}) {{ acc = Mix(acc, 1); }}", f"acc = Mix(acc, sizeof({s}));",
            f"if ({s} == {t}) {{ acc = Mix(acc, 2); }}", f"print format(\"{{0}} {{1}}\", {s}, {m});",
            f"if ({n} in keys({m})) {{ acc = Mix(acc, 3); }}",
            f"acc = Mix(acc, sizeof(keys({m})) + sizeof(values({m})));",
            f"if ({s} in inner) {{ acc = Mix(acc, 4); }}",
            f"assert sizeof({s}) < 100, format(\"{{0}}\", {s});",
        ]

    def observations(self):
        """Statements that see an order."""
        s, t, m = self.set(), self.set(), self.map()
        return [
            f"foreach (x in {s}) {{ acc = Mix(acc, x); }}",
            f"if (sizeof({s}) > 1) {{ acc = Mix(acc, {s}[sizeof({s}) - 1]); }}",
            f"foreach (x in keys({m})) {{ acc = Mix(acc, x); }}",
            f"foreach (x in values({m})) {{ acc = Mix(acc, x); }}",
            f"if (sizeof({m}) > 0) {{ acc = Mix(acc, keys({m})[0]); }}",
            f"if (sizeof({s}) > 0) {{ x = choose({s}); if (x == {s}[0]) {{ acc = Mix(acc, x); }} }}",
            f"text = format(\"{{0}}\", {s}); if (text < \"(<3>\") {{ acc = Mix(acc, 1); }}",
            f"if (format(\"{{0}}\", {s}) == format(\"{{0}}\", {t})) {{ acc = Mix(acc, 2); }}",
            f"if (keys({m}) == keys(m1)) {{ acc = Mix(acc, 5); }}",
            "if (sizeof(inner) > 0) { u = inner[0]; acc = Mix(acc, sizeof(u)); }",
            f"acc = Mix(acc, First({s}));",
        ]

    def block(self, count, can_see):
        """What is done with each number: it is added to something, and more."""
        made = [self.pick([f"{self.set()} += (n);", f"{self.set()} += (n);",
                           f"{self.map()}[n] = n % 2;"])]
        for _ in range(count):
            kinds = ["moves"] * 6 + ["looks"] * (self.rng.random() < 0.3)
            made.insert(self.rng.randrange(len(made) + 1),
                        self.pick(getattr(self, self.pick(kinds))()))
        if can_see and self.rng.random() < 0.1:
            made.append(self.pick(self.observations()))
        return "\n                ".join(made)

    def way(self):
        """One set, or one map, is copied to another."""
        a, b = self.usual if self.rng.random() < 0.7 else (self.set(), self.set())
        return self.pick([
            f"{b} = {a};", f"t = ({a}, 1); {b} = t.0;", f"t.0 = {a}; {b} = t.0;",
            f"of[1] = {a}; {b} = of[1];", f"list += (0, {a}); {b} = list[0];",
            f"if (sizeof(list) == 0) {{ list += (0, {b}); }} list[0] = {a}; {b} = list[0];",
            f"box = {a}; {b} = box as set[int];", f"{b} = Same({a});", f"{b} = Plus({a}, 5);",
            f"t = Pair({a}, 1); {b} = t.0;", f"inner = default(set[set[int]]); inner += ({a}); "
            f"{b} = inner[0];", "m1 = m0;", "m1 = m0;", "m1 = MapOf(m0, 7);",
            f"both = ({a}, m0); {b} = both.0; m1 = both.1;", f"if (true) {{ {b} = {a}; }}",
        ])

    def sees(self, s, m):
        """A statement that sees an order, in the given set or map."""
        return self.pick([
            f"foreach (x in {s}) {{ acc = Mix(acc, x); }}",
            f"if (sizeof({s}) > 1) {{ acc = Mix(acc, {s}[1]); }}",
            f"foreach (x in keys({m})) {{ acc = Mix(acc, x); }}",
            f"foreach (x in values({m})) {{ acc = Mix(acc, x); }}",
            f"if (sizeof({s}) > 0) {{ x = choose({s}); if (x == {s}[0]) {{ acc = Mix(acc, x); }} }}",
            f"text = format(\"{{0}}\", {s}); if (text < \"(<3>\") {{ acc = Mix(acc, 1); }}",
            f"if (format(\"{{0}}\", {m}) < \"(<3\") {{ acc = Mix(acc, 1); }}",
            f"listed = keys({m}); if (sizeof(listed) > 0) {{ acc = Mix(acc, listed[0]); }}",
            f"if (sizeof({m}) == 3 && keys({m}) == Three(1, 2, 3)) {{ acc = Mix(acc, 5); }}",
            f"acc = Mix(acc, First({s}));",
        ])

    def end(self, can_see):
        """What is done after the last number: sets and maps go some way, then they are seen."""
        if not can_see:
            return self.pick(self.looks()) + " goto End, acc;"
        ways = " ".join(self.way() for _ in range(self.rng.randrange(1, 4)))
        s = self.pick(self.usual)
        last = self.pick([
            self.sees(s, "m1") + " goto End, acc;", f"raise eLast, ({s}, m1);",
            f"goto Last, ({s}, m1);", f"send this, eLast, ({s}, m1);",
            f"send this, eSet, {s}; receive {{ case eSet: (y: set[int]) {{ {self.sees('y', 'm1')} }} }} "
            "goto End, acc;"])
        return f"{ways} {last}"

    def last(self):
        """How a handler ends: the set may go to another handler."""
        s = self.set()
        return self.pick(["", "", "", f"raise eRaised, {s};", f"goto Work, {s};",
                          f"send this, eTuple, ({s}, n);", f"send this, eMap, {self.map()};",
                          f"send this, eAny, {s};", f"u = {s};"])

    def receive(self):
        s = self.set()
        return self.pick([
            "", "", f"send this, eSet, {s}; receive {{ case eSet: (x: set[int]) {{ {self.set()} = x; }} }}"])

    def program(self):
        counts = [self.rng.randrange(1, 4) for _ in range(self.rng.randrange(2, 4))]
        total = sum(counts)
        senders = "\n            ".join(
            "list_of = default(seq[int]); " + " ".join(
                f"list_of += (sizeof(list_of), {self.rng.randrange(1, 5)});" for _ in range(count)) +
            " new Sender((this, list_of));" for count in counts)
        ends = "\n    ".join(f"state End{i} {{ ignore eNumber, eSet, eMap, eTuple, eAny, eRaised, eLast; }}"
                             for i in range(ENDS))
        finish = " else ".join(f"if (found == {i}) {{ goto End{i}; }}" for i in range(ENDS))
        can_see = self.rng.random() < 0.7
        can_finish = f"if (count == {total}) {{ {self.end(can_see)} }}"
        return HEAD + f"""
machine Main {{
    var s0: set[int]; var s1: set[int]; var s2: set[int]; var u: set[int];
    var t: (set[int], int);
    var m0: map[int, int]; var m1: map[int, int];
    var of: map[int, set[int]];
    var list: seq[set[int]];
    var inner: set[set[int]];
    var box: any;
    var both: (set[int], map[int, int]);
    var text: string;
    var echo: machine;
    var acc: int; var count: int;

    fun Mix(a: int, x: int): int {{ return (a * 3 + x + 1) % {ENDS}; }}
    fun First(x: set[int]): int {{ if (sizeof(x) == 0) {{ return 0; }} return x[0]; }}

    start state Init {{
        entry {{
            var list_of: seq[int];
            echo = new Echo();
            {senders}
            goto Work, s0;
        }}
        defer eNumber;
    }}

    state Work {{
        entry (given: set[int]) {{
            var x: int; var n: int; var listed: seq[int];
            {self.set()} = given;
        }}
        on eNumber do (n: int) {{
            var x: int; var listed: seq[int];
                {self.block(self.rng.randrange(2, 5), can_see)}
            count = count + 1;
                {self.receive()}
            {can_finish}
                {self.last()}
        }}
        on eSet do (y: set[int]) {{ {self.set()} = y; }}
        on eMap do (y: map[int, int]) {{ {self.map()} = y; }}
        on eTuple do (y: (set[int], int)) {{ t = y; }}
        on eAny do (y: any) {{ box = y; }}
        on eRaised do (y: set[int]) {{ {self.set()} = y; }}
        on eLast do (y: (set[int], map[int, int])) {{
            var x: int; var listed: seq[int];
            {self.sees("y.0", "y.1")}
            goto End, acc;
        }}
    }}

    state Last {{
        entry (y: (set[int], map[int, int])) {{
            var x: int; var listed: seq[int];
            {self.sees("y.0", "y.1")}
            goto End, acc;
        }}
        ignore eNumber, eSet, eMap, eTuple, eAny, eRaised;
    }}

    state End {{
        entry (found: int) {{ {finish} }}
    }}

    {ends}
}}

test tc [main=Main]: {{ Main, Sender, Echo }};
"""
