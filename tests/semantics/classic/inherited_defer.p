// What the state below defers is deferred in a pushed state, too.

event ePush;
event eLater: int;
event eNow;
event eGo;

main machine Main {
    start state Below {
        entry {
            send this, eLater, 1;
            send this, ePush;
            send this, eNow;
        }
        defer eLater;
        on ePush push Top;
        on eGo goto Last;
    }
    state Top {
        entry { print "top"; }
        on eNow do {
            print "now";
            send this, eGo;
        };
        exit { print "exit top"; }
    }
    state Last {
        on eLater do { print format("later {0}", payload); };
    }
}

// output:
//   top
//   now
//   exit top
//   later 1
