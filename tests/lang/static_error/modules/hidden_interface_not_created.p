machine Main { start state Idle { } }

module Quiet = hidei Main in { Main };  // error: E0708 bound but never created
