// One case costs itself only.

event eTick;
event eTock;

machine Main {
    var n: int;

    start state Init {
        entry {
            receive {
                case eTick { n = 1; } // error: E0101
                case eTock: { n = true; } // error: E0401
            }
            n = 2;
        }
        exit { n = 3; }
    }
}
