// A goto passes a value to the entry function, named or not.

machine Main {
    fun Enter(n: int) {
        print format("named {0}", n);
        goto Last, (10, n + 1);
    }

    start state A {
        entry { goto B, 1; }
    }
    state B {
        entry (n: int) {
            print format("anonymous {0}", n);
            goto C, n + 1;
        }
    }
    state C {
        entry Enter;
    }
    state Last {
        entry (t: (int, int)) { print format("{0}", t); }
    }
}

// output:
//   anonymous 1
//   named 2
//   <10,3,>
