// In a case of a receive, the payload is what that case received.

event eCount: int;
event eStop: bool;

main machine Main {
    var n: int;

    fun Wait() {
        receive {
            case eCount: { n = payload; }
            case eStop: { if (payload) n = 0; }
        }
    }

    start state Init {
        entry { Wait(); }
    }
}
