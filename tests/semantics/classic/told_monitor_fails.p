// plait: --specs
// A monitor's assertion fails where it was told.

event eA: int;

monitor Watch {
    start state Init {
        on eA do {
            assert payload < 2;  // bug: assertion
        };
    }
}

main machine Main {
    start state Init {
        entry {
            new Watch();
            monitor Watch, eA, 1;
            print "one";  // prints: one
            monitor Watch, eA, 2;
            print "two";
        }
    }
}
