// Reported in the function, at what it does.

event eTick;

machine Main {
    fun CleanUp() {
        print "leaving";
        raise eTick; // error: E0309
    }

    start state Init {
        on eTick goto Done;
        exit CleanUp;
    }
    state Done { ignore eTick; }
}
