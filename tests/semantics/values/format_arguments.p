// An argument may be used again, in any order, and be of any type.

event eDone;

machine Main {
    start state Init {
        entry {
            print format("{1} {0} {1}", 1, "two");  // prints: two 1 two
            print format("{0} {1} {2}", this, eDone, null);  // prints: Main(1) eDone null
            print "a" + format("{0}", 1) + "b";  // prints: a1b
        }
    }
}
