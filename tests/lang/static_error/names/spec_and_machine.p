// Specs and machines share their names.

event eTick;

machine Clock {
    start state Init { ignore eTick; }
}

spec Clock observes eTick { // error: E0201
    start state Init { ignore eTick; }
}
