// Creating machines, as statement and as expression, with and without payload.

machine Empty {
    start state Init { }
}

machine Single {
    start state Init {
        entry (n: int) { print format("{0}", n); }
    }
}

machine Double {
    start state Init {
        entry (p: (int, bool)) { print format("{0}", p.0); }
    }
}

machine Named {
    fun Begin(p: (x: int, y: machine)) { print format("{0}", p.x); }

    start state Init {
        entry Begin;
    }
}

machine Main {
    start state Init {
        entry {
            var m: machine;
            var e: Empty;
            new Empty();
            e = new Empty();
            m = new Single(1);
            m = new Double((1, true));
            new Double(1, true);
            new Named((x = 1, y = m));
            new Named((x = 2, y = new Empty()));
        }
    }
}
