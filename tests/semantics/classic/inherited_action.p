// A pushed state inherits the actions of those below it.

event ePush;
event eCommon: int;

main machine Main {
    start state Below {
        entry {
            send this, ePush;
            send this, eCommon, 1;
            send this, ePush;
            send this, eCommon, 2;
        }
        on ePush push Middle;
        on eCommon do { print format("common {0}", payload); };
    }
    state Middle {
        entry { print "middle"; }
        on ePush push Top;
        exit { print "exit middle"; }
    }
    state Top {
        entry { print "top"; }
        exit { print "exit top"; }
    }
}

// output:
//   middle
//   common 1
//   top
//   common 2
