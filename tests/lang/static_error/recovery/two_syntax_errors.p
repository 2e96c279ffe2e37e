// The parser goes on after a mistake.

machine Main {
    var n: int;

    start state Init {
        entry {
            n = 1 + ; // error: E0101
            n = 2;
            n = * 3; // error: E0101
            n = 4;
        }
    }
}
