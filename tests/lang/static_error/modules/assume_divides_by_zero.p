param n: int;
param m: int;
param fast: bool;

machine Main { start state Idle { entry { assert n >= 0 || m >= 0 || fast; } } }

test param (n in [4, 2], m in [2, 0]) assume (n / m == 2) tcOne [main = Main]: { Main };  // error: E0715 n = 4, m = 0
