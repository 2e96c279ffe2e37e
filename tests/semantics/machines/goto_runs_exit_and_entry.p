// A goto runs the exit function, then the entry function.

machine Main {
    start state A {
        entry {
            print "enter A";
            goto B;
        }
        exit { print "exit A"; }
    }

    state B {
        entry { print "enter B"; }
        exit { print "exit B"; }
    }
}

// output:
//   enter A
//   exit A
//   enter B
