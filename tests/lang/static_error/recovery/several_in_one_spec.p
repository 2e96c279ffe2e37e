// A spec that does everything wrong.

event eTick: machine;
event eTock;

spec Busy observes eTick, eTock {
    var m: machine;

    start state Init {
        defer eTock; // error: E0602
        on eTick do (who: machine) {
            m = this; // error: E0601
            send who, eTock; // error: E0601
            if ($) { goto Later; } // error: E0601
        }
    }

    state Later {
        on null do { } // error: E0603
        ignore eTick, eTock;
    }
}
