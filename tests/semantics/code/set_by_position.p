// A set is read by position in the order of insertion.

machine Main {
    start state Init {
        entry {
            var s: set[string];
            s += ("x");
            s += ("w");
            print s[1] + s[0];  // prints: wx
            print s[2];  // bug: index
        }
    }
}
