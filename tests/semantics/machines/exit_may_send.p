// Exit and transition functions send and create.

event eMove;
event eNote: int;

machine Other {
    start state Init {
        entry { print "other"; }
    }
}

machine Main {
    start state A {
        entry { send this, eMove; }
        on eMove goto B with {
            send this, eNote, 2;
            new Other();
        }
        exit { send this, eNote, 1; }
    }
    state B {
        entry { send this, eNote, 3; }
        on eNote do (n: int) { print format("{0}", n); }
    }
}

// output:
//   1
//   2
//   3
//   other
