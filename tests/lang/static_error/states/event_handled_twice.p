// Two handlers for one event.

event eTick;

machine Main {
    start state Init {
        on eTick do { print "first"; }
        on eTick do { print "second"; } // error: E0303
    }
}
