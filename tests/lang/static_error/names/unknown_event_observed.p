// Observing an unknown event.

spec Quiet observes eTick { // error: E0203
    start state Init { }
}
