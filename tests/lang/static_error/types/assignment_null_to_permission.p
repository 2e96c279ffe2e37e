// A reference with permissions is never null.

event eTick;

machine Clock
    receives eTick;
{
    start state Init { ignore eTick; }
}

fun Store() {
    var c: Clock;
    c = null; // error: E0401
}
