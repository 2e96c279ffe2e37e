// Through a call: reported at the call.

event eTick;

machine Main {
    fun Complain() {
        raise eTick;
    }

    start state Init {
        on eTick goto Done;
        exit {
            Complain(); // error: E0309
        }
    }
    state Done { ignore eTick; }
}
