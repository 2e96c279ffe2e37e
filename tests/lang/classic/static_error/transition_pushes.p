// Nor push on the way.

event eTick;

main machine Main {
    start state Init {
        on eTick goto Done with {
            push Below; // error: E0309
        };
    }

    state Done { ignore eTick; }
    state Below { }
}
