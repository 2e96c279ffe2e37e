// An assumption that does not hold ends the execution, without a bug.

machine Main {
    start state Init {
        entry {
            print "before";  // prints: before
            assume 2 < 1, "impossible";
            assert false;
        }
    }
}
