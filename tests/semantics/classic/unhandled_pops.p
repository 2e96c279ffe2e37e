// An event that nobody on the way handles pops state after state, with their exits.

event ePush;
event eA: int;

main machine Main {
    start state Below {
        entry {
            send this, ePush;
            send this, ePush;
            send this, eA, 3;
        }
        on ePush push Middle;
        on eA goto Last with { print format("with {0}", payload); };
        exit { print "exit below"; }
    }
    state Middle {
        on ePush push Top;
        exit { print "exit middle"; }
    }
    state Top {
        exit { print "exit top"; }
    }
    state Last {
        entry { print format("last {0}", payload); }
    }
}

// output:
//   exit top
//   exit middle
//   exit below
//   with 3
//   last 3
