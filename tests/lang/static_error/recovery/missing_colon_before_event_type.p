// Nor does `event` begin an event.

fun Keep(e: event) {
    var kept event; // error: E0101
    var other: event;
    other = e;
    if (other == e) { print "kept"; }
}
