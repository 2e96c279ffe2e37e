// Nor go elsewhere.

event eTick;

machine Main {
    start state Init {
        on eTick goto Done;
        exit {
            goto Init; // error: E0309
        }
    }
    state Done { ignore eTick; }
}
