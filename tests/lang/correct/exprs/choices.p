// Everything that can be left to the scheduler.

enum Colour { RED, GREEN }

machine Main {
    start state Init {
        entry {
            var b: bool;
            var n: int;
            var c: Colour;
            var s: seq[Colour];
            var t: set[int];
            var m: map[int, Colour];
            b = $;
            b = $$;
            b = $ && !$$ || choose();
            n = choose(10);
            n = choose(10000);
            n = choose(n + 1);
            s += (0, RED);
            c = choose(s);
            t += (1);
            n = choose(t);
            m[3] = GREEN;
            n = choose(m);
            n = choose(keys(m));
        }
    }
}
