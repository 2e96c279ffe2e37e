// A spec announces nothing.

event eTick;
event eTock;

spec Quiet observes eTick {
    start state Init {
        on eTick do {
            announce eTock; // error: E0601
        }
    }
}
