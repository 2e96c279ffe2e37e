event eGo;
machine Main sends eGo; receives; { start state Idle { } }

module Quiet = hidee eGo in { Main };  // error: E0707 no machine receives it
