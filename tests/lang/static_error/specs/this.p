// A spec has no address.

event eTick;

spec Quiet observes eTick {
    var m: machine;

    start state Init {
        on eTick do {
            m = this; // error: E0601
        }
    }
}
