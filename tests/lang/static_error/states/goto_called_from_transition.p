// Through two calls: reported at the first.

event eTick;

machine Main {
    fun Leave() {
        goto Init;
    }

    fun Decide() {
        Leave();
    }

    start state Init {
        on eTick goto Done with {
            Decide(); // error: E0309
        }
    }
    state Done { ignore eTick; }
}
