event eGo;
machine Main sends; receives eGo; { start state Idle { ignore eGo; } }

module Quiet = hidee eGo in { Main };  // error: E0707 no machine sends it
