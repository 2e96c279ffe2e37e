// A conversion can take permissions away, not add them.

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

fun Grow(c: Clock): Bell {
    return c to Bell; // error: E0408
}
