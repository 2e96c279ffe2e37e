// A receive case is a function of its own.

event eTick;

machine Main {
    start state Init {
        entry {
            while (true) {
                receive {
                    case eTick: {
                        break; // error: E0503
                    }
                }
            }
        }
    }
}
