// For an event that is computed, the payload is checked when it is sent.

event eNothing;
event eCount: int;

machine Main {
    fun Emit(e: event) {
        send this, e, 1, 2, 3;
        announce e, (1, 2);
        if ($) { raise e, "text"; }
        raise e;
    }

    start state Init {
        entry {
            var table: seq[event];
            table += (0, eNothing);
            send this, table[0];
            Emit(eCount);
        }
        ignore eNothing, eCount;
    }
}
