// A goto abandons the handler, out of all functions it called.

machine Main {
    fun Deep(n: int) {
        if (n == 0) {
            goto B, 5;
        }
        Deep(n - 1);
        assert false, "after the call";
    }

    start state A {
        entry {
            Deep(3);
            assert false, "after all calls";
        }
        exit { print "exit"; }
    }

    state B {
        entry (n: int) { print format("in B {0}", n); }
    }
}

// output:
//   exit
//   in B 5
