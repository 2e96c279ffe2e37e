// check
// verdict: verified
// A subset is chosen, element by element, before anything can be seen.

event eSubset: set[int];

machine Counter {
    var sizes: map[int, int];

    start state Init {
        on eSubset do (s: set[int]) {
            if (sizeof(s) in sizes) { sizes[sizeof(s)] = sizes[sizeof(s)] + 1; }
            else { sizes += (sizeof(s), 1); }
        }
    }
}

machine Main {
    start state Init {
        entry {
            var m: machine;
            m = new Counter();
            send m, eSubset, Subset(5);
            send m, eSubset, Subset(3);
        }
    }

    fun Subset(n: int): set[int] {
        var s: set[int];
        while (n > 0) {
            if ($) { s += (n); }
            n = n - 1;
        }
        return s;
    }
}
