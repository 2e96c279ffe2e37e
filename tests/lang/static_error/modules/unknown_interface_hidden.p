machine Main { start state Idle { } }

module Quiet = hidei Worker in { Main };  // error: E0206 interface or machine `Worker`
