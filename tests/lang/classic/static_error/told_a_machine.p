// Only monitors are told.

event eTick;

machine Clock {
    start state Init { ignore eTick; }
}

main machine Main {
    start state Init {
        entry {
            monitor Clock, eTick; // error: E0605
        }
    }
}
