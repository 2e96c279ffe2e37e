// Events of one type share it; tuples are joined by component; the rest is any.

event eAdd: int;
event eSubtract: int;
event ePair: (int, bool);
event eOther: (int, machine);
event eName: event;

main machine Main {
    var n: int;

    start state Init {
        on eAdd, eSubtract do { n = n + payload; };
        on ePair, eOther do Joined;
        on eName goto Second;
    }

    fun Joined() {
        n = payload.0;
        if (payload.1 == true)
            n = 0;
    }

    state Second {
        entry {
            if (payload == eAdd)
                n = 1;
        }
        on eAdd, eName do { n = payload as int; };
        ignore eSubtract, ePair, eOther;
    }
}
