// Reported where the spec's own function makes the call.

event eTick;

fun Tell() { announce eTick; }

spec Quiet observes eTick {
    fun Work() {
        Tell(); // error: E0604
    }

    start state Init {
        on eTick do { Work(); }
    }
}
