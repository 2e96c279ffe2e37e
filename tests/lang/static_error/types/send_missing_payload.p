// The event's payload is left out.

event eCount: int;

machine Main {
    start state Init {
        entry {
            send this, eCount; // error: E0414
        }
        ignore eCount;
    }
}
