// Nor does it choose.

event eTick;

spec Quiet observes eTick {
    var n: int;

    start state Init {
        on eTick do {
            n = choose(3); // error: E0601
        }
    }
}
