// Anything completes it.

event eTick;

scenario Ticks observes eTick {
    start cold state Init { ignore eTick; } // warning: W0907
}

machine Main {
    start state Init {
        entry { send this, eTick; }
        ignore eTick;
    }
}
