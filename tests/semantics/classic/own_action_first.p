// A state's own handler comes before an inherited one.

event ePush;
event eCommon;
event ePop;

main machine Main {
    start state Below {
        entry {
            send this, ePush;
            send this, eCommon;
            send this, ePop;
            send this, eCommon;
        }
        on ePush push Top;
        on eCommon do { print "below"; };
    }
    state Top {
        on eCommon do { print "top"; };
        on ePop do { pop; };
    }
}

// output:
//   top
//   below
