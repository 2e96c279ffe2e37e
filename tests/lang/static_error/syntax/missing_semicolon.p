// A statement without its semicolon: reported where it should stand.

machine Main {
    var n: int;

    start state Init {
        entry {
            n = 1 // error: E0101
            n = 2;
        }
    }
}
