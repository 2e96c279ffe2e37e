// What one module hides, another one cannot create.

machine Worker sends; { start state Idle { } }
machine Boss sends; { start state Init { entry { new Worker(); } } }
machine Main sends; { start state Init { entry { new Worker(); } } }

module Firm = hidei Worker in { Boss, Worker };
module All = (union
    Firm,
    { Main });  // error: E0706 creates `Worker`, which another one hides
