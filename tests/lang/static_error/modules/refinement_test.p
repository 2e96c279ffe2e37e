machine Main { start state Idle { } }
machine Other { start state Idle { } }

test tcOne [main = Main]: { Main }
    refines { Main, Other };  // error: E0717
