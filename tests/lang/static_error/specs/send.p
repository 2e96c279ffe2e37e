// A spec sends nothing.

event eTick: machine;
event eTock;

spec Quiet observes eTick {
    start state Init {
        on eTick do (m: machine) {
            send m, eTock; // error: E0601
        }
    }
}
