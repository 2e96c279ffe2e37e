// A case for when nothing is there.

event eTick;

machine Main {
    start state Init {
        entry {
            receive {
                case eTick: { print "tick"; }
                case null: { print "nothing"; }
            }
        }
    }
}
