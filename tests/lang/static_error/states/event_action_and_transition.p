// An action and a transition for one event.

event eTick;

machine Main {
    start state Init {
        on eTick do { print "time"; }
        on eTick goto Done; // error: E0303
    }
    state Done { ignore eTick; }
}
