// A local variable hides a field, a field hides nothing of another machine.

machine Main {
    var n: int;

    fun Work(n: bool): bool { return !n; }

    start state Init {
        entry {
            var n: string;
            n = "local";
            print n;
            if (Work(true)) { print "never"; }
        }
        exit { n = 1; }
    }
}

machine Other {
    var n: seq[int];

    start state Init {
        entry { n += (0, 1); }
    }
}
