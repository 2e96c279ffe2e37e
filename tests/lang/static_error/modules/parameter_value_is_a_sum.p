// The values of a parameter are numbers, not expressions.

param n: int;

machine Main {
    start state Init { entry { print format("{0}", n); } }
}

test param (n in [1 + 2]) tcSum [main = Main]: { Main }; // error: E0101
