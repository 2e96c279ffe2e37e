// The family and the module are looked at separately.

param n: int;
machine Main { start state Idle { entry { assert n >= 0; } } }

test param (n in [1, 1])  // error: E0713
    tcOne [main = Main]: { Main, Main };  // error: E0703
