// Nothing completes it.

event eTick;

scenario Ticks observes eTick { // warning: W0906
    start state Init { ignore eTick; }
}

machine Main {
    start state Init {
        entry { send this, eTick; }
        ignore eTick;
    }
}
