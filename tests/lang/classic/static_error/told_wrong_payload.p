// What a monitor is told carries the event's payload.

event eTick: int;

monitor Watch {
    start state Init { ignore eTick; }
}

main machine Main {
    start state Init {
        entry {
            new Watch();
            monitor Watch, eTick, true; // error: E0414
        }
    }
}
