// A name that begins with an underscore is not meant to be used.

machine Main {
    var _reserved: int;

    start state Init { }
}
