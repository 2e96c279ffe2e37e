// An entry function that raises in its new state is handled there.

event eUnit;

machine Main {
    start state A {
        entry { raise eUnit; }
        on eUnit goto B;
    }
    state B {
        entry {
            print "enter B";
            raise eUnit;
        }
        on eUnit do { print "unit in B"; }
    }
}

// output:
//   enter B
//   unit in B
