// A case returns from the function around it.

event eTick;

machine Main {
    fun Wait(): int {
        receive {
            case eTick: {
                return true; // error: E0401
            }
        }
    }

    start state Init {
        entry { print format("{0}", Wait()); }
    }
}
