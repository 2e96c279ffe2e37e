// The parameter exists, this test just gives it no values.
param n: int;
param m: int;
param fast: bool;

machine Main { start state Idle { entry { assert n >= 0 || m >= 0 || fast; } } }

test param (n in [1, 2]) assume (n < m) tcOne [main = Main]: { Main };  // error: E0715 gives `m` no values
