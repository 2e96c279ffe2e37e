// Fields match by name, but all must be there.

event eMove: (x: int, y: int);

main machine Main {
    start state Init {
        entry {
            send this, eMove, (y=1, z=2); // error: E0414
        }
        ignore eMove;
    }
}
