// Whoever creates a Worker must hold a reference that permits `eSecret`.

event eSecret;
machine Inner sends eSecret; receives eSecret; {
    start state Idle { on eSecret do { } }
}
machine Worker sends; receives; { start state Init { entry (boss: Inner) { } } }
machine Main sends; receives; {
    start state Init { entry { new Worker(new Inner()); } }
}

module Quiet =
    hidee eSecret in { Inner, Worker, Main };  // error: E0707 machine `Worker` is public
