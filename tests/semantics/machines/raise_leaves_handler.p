// A raise abandons the handler, out of all calls.

event eUnit;

machine Main {
    fun Leave() {
        raise eUnit;
    }

    start state A {
        entry {
            print "before";
            Leave();
            assert false, "after the raise";
        }
        on eUnit goto B;
        exit { print "exit"; }
    }
    state B {
        entry { print "in B"; }
    }
}

// output:
//   before
//   exit
//   in B
