// A spec waits for nothing.

event eTick;
event eTock;

spec Quiet observes eTick, eTock {
    start state Init {
        on eTick do {
            receive { // error: E0601
                case eTock: { }
            }
        }
        ignore eTock;
    }
}
