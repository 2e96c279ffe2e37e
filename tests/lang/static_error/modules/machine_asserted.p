machine Main { start state Idle { } }

test tcOne [main = Main]: assert Main in { Main };  // error: E0605 `Main` is a machine
