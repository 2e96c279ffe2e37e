// A scenario obeys the rules of specs.

event eTick: machine;
event eTock;

scenario Twice observes eTick {
    start state Init {
        on eTick do (m: machine) {
            send m, eTock; // error: E0601
        }
    }
    cold state Done { ignore eTick; }
}
