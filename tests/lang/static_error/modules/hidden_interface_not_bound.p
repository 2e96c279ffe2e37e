machine Worker { start state Idle { } }
machine Main { start state Init { entry { new Worker(); } } }

module Quiet = hidei Worker in { Main };  // error: E0708 created but not bound
