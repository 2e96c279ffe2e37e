param n: int;
param m: int;
param fast: bool;

machine Main { start state Idle { entry { assert n >= 0 || m >= 0 || fast; } } }

test param (nn in [1]) tcOne [main = Main]: { Main };  // error: E0212 no parameter `nn`
