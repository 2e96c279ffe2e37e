// A case of a receive is part of the exit function.

event eTick;

machine Main {
    start state Init {
        entry { goto Done; }
        exit {
            receive {
                case eTick: {
                    raise eTick; // error: E0309
                }
            }
        }
    }
    state Done { ignore eTick; }
}
