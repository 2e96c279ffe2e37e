// Sending an event variable that is null.

machine Main {
    var e: event;

    start state Init {
        entry {
            send this, e;  // bug: null-target
        }
    }
}
