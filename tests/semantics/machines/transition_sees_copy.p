// A change of the payload in the transition function is not seen by the entry.

event eMove: seq[int];

machine Main {
    start state A {
        entry { send this, eMove, default(seq[int]); }
        on eMove goto B with (s: seq[int]) {
            s += (0, 1);
            print format("{0}", s);
        }
    }
    state B {
        entry (s: seq[int]) { print format("{0}", s); }
    }
}

// output:
//   (1)
//   ()
