// `on null do` is taken again and again, until the state changes.

machine Main {
    var n: int;

    start state Init {
        on null do {
            n = n + 1;
            print format("{0}", n);
            if (n == 3) goto Done;
        }
    }
    state Done {
        entry { print "done"; }
    }
}

// output:
//   1
//   2
//   3
//   done
