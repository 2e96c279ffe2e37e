// A machine without states cannot start either.

machine Main { // error: E0302
    var n: int;
}
