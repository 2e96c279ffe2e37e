// The same between two states.

event eTick;

machine Main {
    start state Init {
        on eTick goto Done with {
            raise eTick; // error: E0309
        }
    }
    state Done { ignore eTick; }
}
