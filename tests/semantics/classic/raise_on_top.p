// A raised event pops a pushed state that does not handle it.

event ePush;
event eUp: int;
event eQueued;

main machine Main {
    start state Below {
        entry {
            send this, ePush;
            send this, eQueued;
        }
        on ePush push Top;
        on eUp goto Next;
        exit { print "exit below"; }
    }
    state Top {
        entry { raise eUp, 4; }
        exit { print "exit top"; }
    }
    state Next {
        entry { print format("next {0}", payload); }
        on eQueued do { print "queued"; };
    }
}

// output:
//   exit top
//   exit below
//   next 4
//   queued
