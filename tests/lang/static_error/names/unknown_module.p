// A test of a module that does not exist.

machine Main {
    start state Init { }
}

test tcOne [main = Main]: Nowhere; // error: E0208
