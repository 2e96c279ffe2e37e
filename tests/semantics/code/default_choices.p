// Choices, all answered with the first alternative.

machine Main {
    start state Init {
        entry {
            var s: seq[string];
            var t: set[int];
            var m: map[string, int];
            s += (0, "b");
            s += (1, "a");
            t += (9);
            t += (3);
            m["k"] = 1;
            m["j"] = 2;
            assert !$ && !$$ && !choose();
            assert choose(5) == 0 && choose(1) == 0 && choose(0) == 0;
            print format("{0} {1} {2}", choose(s), choose(t), choose(m));  // prints: b 9 k
        }
    }
}
