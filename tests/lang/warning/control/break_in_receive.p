// In a receive case, `break` leaves the receive; in a loop of the case it leaves that loop.

event eTick;

machine Main {
    fun Wait(): int {
        receive {
            case eTick: {
                while (true) {
                    if ($) { break; }
                }
                receive {
                    case eTick: { break; } // warning: W0910 this `break` leaves the `receive`
                }
                return 1;
            }
        }
    }

    start state Init {
        entry {
            print format("{0}", Wait());
            while ($) {
                receive {
                    case eTick: {
                        break; // warning: W0910 not the loop around it
                    }
                }
            }
        }
        on eTick do { send this, eTick; }
    }
}
