// A spec decides nothing.

event eTick;

spec Quiet observes eTick {
    start state Init {
        on eTick do {
            if ($) { print "odd"; } // error: E0601
        }
    }
}
