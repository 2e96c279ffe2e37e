// A goto in a case leaves the handler around the receive.

event eNumber: int;

machine Main {
    start state A {
        entry {
            send this, eNumber, 3;
            receive {
                case eNumber: (n: int) { goto B, n; }
            }
            assert false, "after the goto";
        }
        exit { print "exit"; }
    }
    state B {
        entry (n: int) { print format("B {0}", n); }
    }
}

// output:
//   exit
//   B 3
