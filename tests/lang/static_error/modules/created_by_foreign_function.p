machine Timer { start state Idle { } }
machine Main { start state Init { entry { start_timer(); } } }

fun start_timer() creates Timer;

test tcOne [main = Main]: { Main };  // error: E0710 `Timer` is created
