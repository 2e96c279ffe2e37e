// Interfaces with and without payload, created by their names.

event eTick;
event eTock: int;

interface Clock() receives eTick;
interface Bell(int) receives eTick, eTock;
interface Pair((int, bool)) receives halt;
interface Silent() receives;

machine Main {
    start state Init {
        entry {
            var c: Clock;
            var b: Bell;
            c = new Clock();
            b = new Bell(1);
            new Pair(1, true);
            new Silent();
            send c, eTick;
            send b, eTock, 2;
        }
    }
}

machine ClockImpl
    receives eTick;
{
    start state Init { ignore eTick; }
}

machine BellImpl
    receives eTick, eTock;
{
    start state Init {
        entry (n: int) { print format("{0}", n); }
        ignore eTick, eTock;
    }
}

machine PairImpl {
    start state Init {
        entry (p: (int, bool)) { print format("{0}", p); }
        ignore eTick, eTock;
    }
}

machine SilentImpl
    receives;
{
    start state Init { }
}

test tcBound [main = Main]:
    { Main, ClockImpl -> Clock, BellImpl -> Bell, PairImpl -> Pair, SilentImpl -> Silent };
