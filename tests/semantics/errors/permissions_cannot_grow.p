// A conversion to a reference fails when the machine's reference lacks an event.

event eTick;
event eTock;

interface Clock() receives eTick;
interface Bell() receives eTick, eTock;

machine Other {
    start state Init { ignore eTick, eTock; }
}

machine Main {
    start state Init {
        entry {
            var m: machine;
            var b: Bell;
            var c: Clock;
            m = new Other();
            b = m to Bell;
            c = b to Clock;
            m = c;
            c = m to Clock;
            b = m to Bell;  // bug: bad-cast
        }
    }
}

implementation go [main = Main]: { Main, Other };
