event eGo;
machine Main sends; receives; { start state Idle { } }

module Quiet = hidee eGone in { Main };  // error: E0203 there is no event `eGone`
