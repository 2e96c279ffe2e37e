// The creation is in a function that the machine calls.

machine Timer { start state Idle { } }
machine Main { start state Init { entry { start_timer(); } } }

fun start_timer() { new Timer(); }

implementation Service [main = Main]:
    { Main };  // error: E0710 `Timer` is created
