// Also in a function of the spec.

event eTick: machine;
event eTock;

spec Quiet observes eTick {
    fun Answer(m: machine) {
        send m, eTock; // error: E0601
    }

    start state Init {
        on eTick do Answer;
    }
}
