// Neither sent nor handled.

event eTick; // warning: W0902

machine Main {
    start state Init { }
}
