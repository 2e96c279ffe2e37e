// On goto: exit, transition function, entry; all with the payload.

event eMove: int;

main machine Main {
    start state A {
        entry { send this, eMove, 7; }
        on eMove goto B with { print format("with {0}", payload); };
        exit { print "exit"; }
    }
    state B {
        entry { print format("entry {0}", payload); }
    }
}

// output:
//   exit
//   with 7
//   entry 7
