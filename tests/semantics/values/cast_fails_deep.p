// A cast fails where it stands, for a part anywhere inside.

machine Main {
    start state Init {
        entry {
            var s: seq[any];
            var t: seq[int];
            s += (0, 1);
            s += (1, true);
            print "before";  // prints: before
            t = s as seq[int];  // bug: bad-cast
            print "after";
        }
    }
}
