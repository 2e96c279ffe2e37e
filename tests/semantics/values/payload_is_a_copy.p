// A payload is a copy: the sender's later changes are not seen.

event eValue: seq[int];

machine Other {
    start state Init {
        on eValue do (s: seq[int]) {
            s += (0, 0);
            print format("other {0}", s);
        }
    }
}

machine Main {
    start state Init {
        entry {
            var s: seq[int];
            var m: machine;
            m = new Other();
            s += (0, 1);
            send m, eValue, s;
            s += (0, 2);
            send m, eValue, s;
            s -= 1;
            print format("main {0}", s);
        }
    }
}

// output:
//   main (2)
//   other (0, 1)
//   other (0, 2, 1)
