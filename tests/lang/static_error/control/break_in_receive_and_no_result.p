// A `break` leads behind the receive, where no result is given.

event eTick: bool;

machine Main {
    fun Wait(): int { // error: E0501
        receive {
            case eTick: (b: bool) {
                if (b) { break; }
                return 1;
            }
        }
    }

    start state Init {
        entry {
            send this, eTick, true;
            print format("{0}", Wait());
        }
    }
}
