// `on null push` pushes when nothing can be taken.

event eEnd;

main machine Main {
    var n: int;

    start state Init {
        on null push Idle;
        on eEnd do { print "end"; };
    }
    state Idle {
        entry {
            n = n + 1;
            print format("idle {0}", n);
            if (n < 3) pop;
            send this, eEnd;
        }
        exit { print "exit"; }
    }
}

// output:
//   idle 1
//   exit
//   idle 2
//   exit
//   idle 3
//   end
