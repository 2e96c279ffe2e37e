// A name that is no parameter.
param n: int;
param m: int;
param fast: bool;

machine Main { start state Idle { entry { assert n >= 0 || m >= 0 || fast; } } }

test param (Main in [1]) tcOne [main = Main]: { Main };  // error: E0212 `Main`
