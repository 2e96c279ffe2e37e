// In a receive case, `continue` needs a loop around the receive; `break` does not.

event eTick;

machine Main {
    start state Init {
        entry {
            receive {
                case eTick: {
                    continue; // error: E0503
                }
            }
        }
        exit {
            while (true) {
                receive { case eTick: { continue; } }
            }
        }
    }
}
