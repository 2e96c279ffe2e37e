// A pair needs two parameters.
param n: int;
param m: int;
param fast: bool;

machine Main { start state Idle { entry { assert n >= 0 || m >= 0 || fast; } } }

test param (n in [1, 2]) pairwise tcOne [main = Main]: { Main };  // error: E0712 1 parameter,
