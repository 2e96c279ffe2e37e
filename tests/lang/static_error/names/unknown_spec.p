// A test that attaches a spec that does not exist.

machine Main {
    start state Init { }
}

test tcOne [main = Main]: assert Safety in { Main }; // error: E0209
