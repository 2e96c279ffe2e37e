// check
// verdict: verified
// Pure functions, functions that ask, functions without a result, and what they
// leave in their caller.

event eValue: int;

fun Max(a: int, b: int): int {
    if (a > b) { return a; }
    return b;
}

fun Fill(n: int): seq[int] {
    var s: seq[int];
    while (n > 0) {
        s += (0, n);
        n = n - 1;
    }
    return s;
}

machine Other {
    var top: int;

    start state Init {
        on eValue do (n: int) { top = Max(top, n); }
    }
}

machine Main {
    var other: machine;
    var sent: int;

    start state Init {
        entry {
            var n: int;
            other = new Other();
            foreach (n in Fill(3)) { Send(Max(n, Pick())); }
            assert sent == 3;
        }
    }

    fun Pick(): int { return 1 + choose(2); }

    fun Send(n: int) {
        send other, eValue, n;
        sent = sent + 1;
    }
}
