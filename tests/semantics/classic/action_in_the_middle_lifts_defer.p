// An action of a state in the middle takes back what was deferred below it.

event ePush;
event eA: int;

main machine Main {
    start state Below {
        entry {
            send this, eA, 1;
            send this, ePush;
            send this, ePush;
            send this, eA, 2;
        }
        defer eA;
        on ePush push Middle;
    }
    state Middle {
        entry { print "middle"; }
        on ePush push Top;
        on eA do { print format("a {0}", payload); };
    }
    state Top {
        entry { print "top"; }
    }
}

// output:
//   middle
//   a 1
//   top
//   a 2
