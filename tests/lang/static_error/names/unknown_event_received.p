// A receive case of an unknown event.

machine Main {
    start state Init {
        entry {
            receive {
                case eTick: { } // error: E0203
            }
        }
    }
}
