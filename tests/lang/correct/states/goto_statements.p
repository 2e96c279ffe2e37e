// To other states and to itself, with and without a value, from functions too.

machine Main {
    var n: int;

    fun Leave() {
        if (n > 10) { goto Done, (n, true); }
        goto Loop;
    }

    start state Init {
        entry { goto Loop; }
    }

    state Loop {
        entry {
            n = n + 1;
            if ($) { goto Loop; }
            Leave();
        }
        exit { n = n + 1; }
    }

    state Done {
        entry (p: (int, bool)) { print format("{0}", p.0); }
    }
}
