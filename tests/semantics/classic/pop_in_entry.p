// An entry function may pop at once.

event ePush: int;

main machine Main {
    start state Below {
        entry {
            send this, ePush, 1;
            send this, ePush, 2;
        }
        on ePush push Top;
    }
    state Top {
        entry {
            print format("{0}", payload);
            pop;
        }
        exit { print "exit"; }
    }
}

// output:
//   1
//   exit
//   2
//   exit
