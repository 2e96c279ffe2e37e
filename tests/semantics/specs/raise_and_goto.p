// plait: --specs
// A spec raises and changes states until it is done, before the sender goes on.

event eA: int;
event eInner: int;

spec Watch observes eA {
    var seen: int;

    start state Init {
        on eA do (n: int) {
            seen = seen + n;
            raise eInner, seen;
        }
        on eInner goto Next;
        exit { print "exit"; }
    }
    state Next {
        entry (n: int) {
            print format("next {0}", n);
            if (n < 3) goto Init;
        }
        on eA do (n: int) { print "at the end"; }
    }
}

machine Main {
    start state Init {
        entry {
            announce eA, 1;
            print "main";
            announce eA, 5;
            announce eA, 0;
        }
    }
}

// output:
//   exit
//   next 1
//   main
//   exit
//   next 6
//   at the end
