// Only the current state's handlers count.

event eTick;

machine Main {
    start state A {
        entry {
            send this, eTick;
            send this, eTick;
            send this, eTick;
        }
        on eTick do {
            print "A";
            goto B;
        }
    }
    state B {
        on eTick goto C with { print "B"; }
    }
    state C {
        on eTick do { print "C"; }
    }
}

// output:
//   A
//   B
//   C
