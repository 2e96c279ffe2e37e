// Items at the wrong place, and good ones after them.

event eTick;

machine Main {
    var n: int;

    on eTick do { } // error: E0101

    start state Init {
        n = 1; // error: E0101
        on eTick do { n = true; } // error: E0401
    }
}
