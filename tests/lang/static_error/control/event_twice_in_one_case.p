// Twice in one list.

event eTick;

machine Main {
    start state Init {
        entry {
            receive {
                case eTick,
                     eTick: { } // error: E0505
            }
        }
    }
}
