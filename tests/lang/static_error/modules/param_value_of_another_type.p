param n: int;
param m: int;
param fast: bool;

machine Main { start state Idle { entry { assert n >= 0 || m >= 0 || fast; } } }

test param (n in [1, true]) tcOne [main = Main]: { Main };  // error: E0714 `true` is no value for `n`
