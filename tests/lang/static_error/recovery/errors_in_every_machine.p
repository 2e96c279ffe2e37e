// Every machine is checked.

event eTick;

machine First {
    start state Init {
        on eTick goto Done; // error: E0204
    }
}

machine Second { // error: E0302
    state Init {
        on eTick do Work; // error: E0205
    }
}

machine Third {
    var n: int;
    var n: int; // error: E0201

    start state Init {
        on eTock do { n = 1; } // error: E0203
    }
}
