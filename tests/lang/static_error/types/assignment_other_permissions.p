// The two machines receive different events.

event eTick;
event eTock;

machine Clock
    receives eTick;
{
    start state Init { ignore eTick; }
}

machine Bell
    receives eTick, eTock;
{
    start state Init { ignore eTick, eTock; }
}

fun Store(b: Bell) {
    var c: Clock;
    c = b; // error: E0401
}
