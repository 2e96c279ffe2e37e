// `to` between numbers, from enums, and to permissions.

enum Level { LOW, HIGH }

event eTick;
event eTock;

machine Bell
    receives eTick, eTock;
{
    start state Init { ignore eTick, eTock; }
}

interface Clock() receives eTick;

fun Convert(n: int, x: float, l: Level, m: machine, b: Bell): Clock {
    var c: Clock;
    x = n to float;
    n = x to int;
    n = n to int;
    x = x to float;
    n = l to int + 1;
    n = HIGH to int;
    c = m to Clock;
    c = b to Clock;
    return c;
}
