// A push transition enters the state on top: no exit below, entry with the payload.

event ePush: int;
event ePop;

main machine Main {
    start state Below {
        entry { raise ePush, 5; }
        on ePush push Top;
        exit { print "exit below"; }
    }
    state Top {
        entry { print format("top {0}", payload); }
        exit { print "exit top"; }
    }
}

// output:
//   top 5
