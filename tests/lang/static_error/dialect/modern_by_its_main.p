// A machine called Main is a sign of modern P; the push is then a stranger.

event eTick;

machine Main {
    start state Init {
        entry { send this, eTick; }
        on eTick push Below; // error: E0110
    }
    state Below { ignore eTick; }
}
