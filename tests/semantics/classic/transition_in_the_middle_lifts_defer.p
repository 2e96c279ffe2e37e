// So does a transition: the event pops the state on top and is taken below it.

event ePush;
event eA: int;

main machine Main {
    start state Below {
        entry {
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
        on eA goto Other;
        exit { print "exit middle"; }
    }
    state Top {
        entry { print "top"; }
        exit { print "exit top"; }
    }
    state Other {
        entry { print format("other {0}", payload); }
    }
}

// output:
//   middle
//   top
//   exit top
//   exit middle
//   other 2
