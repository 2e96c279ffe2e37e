// A global function runs in no machine of its own.

event eTick;

fun Ping(m: machine) {
    send this, eTick; // error: E0506
}
