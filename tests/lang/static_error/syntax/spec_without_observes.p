// A spec says what it observes.

event eTick;

spec Quiet { // error: E0101
    start state Init {
        on eTick do { }
    }
}
