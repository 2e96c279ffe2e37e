// On goto with: exit, then the transition function, then entry; both get the payload.

event eMove: int;

machine Main {
    start state A {
        entry { send this, eMove, 7; }
        on eMove goto B with (n: int) { print format("with {0}", n); }
        exit { print "exit"; }
    }
    state B {
        entry (n: int) { print format("entry {0}", n); }
    }
}

// output:
//   exit
//   with 7
//   entry 7
