// A goto to the current state leaves and enters it again.

machine Main {
    var n: int;

    start state A {
        entry {
            n = n + 1;
            print format("enter {0}", n);
            if (n < 3) goto A;
        }
        exit { print format("exit {0}", n); }
    }
}

// output:
//   enter 1
//   exit 1
//   enter 2
//   exit 2
//   enter 3
