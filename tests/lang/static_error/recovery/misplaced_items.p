// Items at the wrong place, and good ones after them.

event eTick;

machine Main {
    on eTick do { } // error: E0101

    start state Init {
        n = 1; // error: E0101
        on eTick do { undeclared = 1; } // error: E0202
    }
}
