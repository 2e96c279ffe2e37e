// Sent, but no machine handles it.

event eTick; // warning: W0903

machine Main {
    start state Init {
        entry { send this, eTick; }
    }
}
