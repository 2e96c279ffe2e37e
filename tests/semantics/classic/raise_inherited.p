// A raised event may be handled by an inherited action.

event ePush;
event eUp: int;

main machine Main {
    start state Below {
        entry { raise ePush; }
        on ePush push Top;
        on eUp do { print format("up {0}", payload); };
    }
    state Top {
        entry { raise eUp, 4; }
        exit { print "exit top"; }
    }
}

// output:
//   up 4
