// A bound is a number.

event eTick assert many; // error: E0101

main machine Main {
    start state Init { ignore eTick; }
}
