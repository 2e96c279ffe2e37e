machine Worker { start state Idle { } }
machine Main { start state Idle { } }

module Quiet = hidei Worker in { Main };  // error: E0708 neither created nor bound
