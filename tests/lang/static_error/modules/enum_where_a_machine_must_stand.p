enum Colour { RED, GREEN }
machine Main { start state Idle { } }

test tcOne [main = Main]: { Main, Colour };  // error: E0206 `Colour` is
