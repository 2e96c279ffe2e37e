// A handler for an event that nobody declared.

event eTick;

machine Main {
    start state Init {
        on eTik do { } // error: E0203
    }
}
