// What a string swallows is not missed.

event eTick;

machine Main {
    start state Init {
        entry { print "tick; } // error: E0103
        on eTick goto Done;
    }
    state Done { ignore eTick; }
}
