// A spec sees events when they happen.

event eTick;

spec Quiet observes eTick {
    start state Init {
        defer eTick; // error: E0602
    }
}
