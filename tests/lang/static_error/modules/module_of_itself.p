machine Main { start state Idle { } }

module M = (union { Main }, M);  // error: E0718 `M` is made of itself
test tcOne [main = Main]: M;
