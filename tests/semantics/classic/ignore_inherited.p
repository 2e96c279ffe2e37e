// An ignored event is ignored in pushed states, too.

event ePush;
event eNoise;
event eEnd;

main machine Main {
    start state Below {
        entry {
            send this, ePush;
            send this, eNoise;
            send this, eEnd;
        }
        ignore eNoise;
        on ePush push Top;
    }
    state Top {
        on eEnd do { print "end"; };
        exit { print "exit top"; }
    }
}

// output:
//   end
