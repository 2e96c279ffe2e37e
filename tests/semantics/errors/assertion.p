// An assertion that fails, with a message made on the spot.

machine Main {
    start state Init {
        entry {
            var n: int;
            assert n == 0, "fine";
            n = 3;
            print "before";  // prints: before
            assert n == 0, format("n is {0}", n);  // bug: assertion n is 3
            print "after";
        }
    }
}
