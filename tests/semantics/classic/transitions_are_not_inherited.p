// A transition is not inherited: the pushed state is popped, then it is taken.

event ePush;
event eMove: int;

main machine Main {
    start state Below {
        entry {
            send this, ePush;
            send this, eMove, 7;
        }
        on ePush push Top;
        on eMove goto Next;
        exit { print "exit below"; }
    }
    state Top {
        entry { print "top"; }
        exit { print "exit top"; }
    }
    state Next {
        entry { print format("next {0}", payload); }
    }
}

// output:
//   top
//   exit top
//   exit below
//   next 7
