// A goto in a pushed state replaces that state only.

event ePush;
event eMove;
event ePop;
event eCommon;

main machine Main {
    start state Below {
        entry {
            send this, ePush;
            send this, eMove;
            send this, eCommon;
            send this, ePop;
            send this, eCommon;
        }
        on ePush push Top;
        on eCommon do { print "common"; };
        exit { print "exit below"; }
    }
    state Top {
        on eMove goto Other;
        exit { print "exit top"; }
    }
    state Other {
        entry { print "other"; }
        on ePop do { pop; };
        exit { print "exit other"; }
    }
}

// output:
//   exit top
//   other
//   common
//   exit other
//   common
