// Specs start somewhere, too.

event eTick;

spec Quiet observes eTick { // error: E0302
    state Init { ignore eTick; }
}
