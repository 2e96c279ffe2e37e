// Two cases for one event.

event eTick;

machine Main {
    start state Init {
        entry {
            receive {
                case eTick: { print "first"; }
                case eTick: { print "second"; } // error: E0505
            }
        }
    }
}
