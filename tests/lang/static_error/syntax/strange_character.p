// A character that no P program contains.

machine Main {
    var n: int;

    start state Init {
        entry {
            n = 1 @; // error: E0104
        }
    }
}
