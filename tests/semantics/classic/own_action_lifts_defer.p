// A pushed state that handles a deferred event gets it.

event ePush;
event eLater: int;

main machine Main {
    start state Below {
        entry {
            send this, eLater, 1;
            send this, ePush;
        }
        defer eLater;
        on ePush push Top;
    }
    state Top {
        on eLater do { print format("top {0}", payload); };  // prints: top 1
    }
}
