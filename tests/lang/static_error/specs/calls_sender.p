// Not through a global function either.

event eTick: machine;
event eTock;

fun Answer(m: machine) {
    send m, eTock;
}

spec Quiet observes eTick {
    start state Init {
        on eTick do (m: machine) {
            Answer(m); // error: E0604
        }
    }
}
