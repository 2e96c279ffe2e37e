param n: int;
machine Main { start state Idle { entry { assert n >= 0; } } }

test tcOne___n_1 [main = Main]: { Main };
test param (n in [0, 1]) tcOne [main = Main]: { Main };  // error: E0201 `tcOne___n_1`
