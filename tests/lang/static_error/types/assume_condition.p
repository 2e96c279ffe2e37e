// Nor an event.

event eTick;

fun Work() {
    assume eTick; // error: E0418
}
