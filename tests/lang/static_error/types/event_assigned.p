// An event is no variable.

event eTick;

fun Write() {
    eTick = null; // error: E0417
}
