// A test gives values to a parameter that does not exist.

machine Main {
    start state Init { }
}

test param (nodes in [1, 2]) tcSmall [main = Main]: { Main }; // error: E0212
