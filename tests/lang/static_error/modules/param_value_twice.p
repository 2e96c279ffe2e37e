param n: int;
param m: int;
param fast: bool;

machine Main { start state Idle { entry { assert n >= 0 || m >= 0 || fast; } } }

test param (n in [1, 2, -1, 2]) tcOne [main = Main]: { Main };  // error: E0713 `2` is listed twice
