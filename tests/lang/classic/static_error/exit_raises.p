// A machine that is leaving cannot change its mind.

event eTick;

main machine Main {
    start state Init {
        on eTick goto Done;
        exit {
            raise eTick; // error: E0309
        }
    }

    state Done { ignore eTick; }
}
