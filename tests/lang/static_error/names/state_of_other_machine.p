// States belong to their machine.

event eTick;

machine Main {
    start state Init {
        on eTick goto Done; // error: E0204
    }
}

machine Other {
    start state Init {
        ignore eTick;
        entry { goto Done; }
    }
    state Done { }
}
