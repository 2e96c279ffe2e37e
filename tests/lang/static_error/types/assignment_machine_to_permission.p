// A reference to some machine is no reference to this kind.

event eTick;
event eTock;

machine Clock
    receives eTick;
{
    start state Init { ignore eTick; }
}

fun Store(m: machine) {
    var c: Clock;
    c = m; // error: E0401
}
