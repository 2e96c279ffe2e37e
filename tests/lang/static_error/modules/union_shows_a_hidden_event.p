// Nobody else may even be able to send what a module hides.

event eSecret;
event eGo;
machine Inner sends eSecret; receives eSecret; {
    start state Idle { on eSecret do { } }
}
machine Outer sends; receives; {
    start state Init { entry { new Inner(); } }
}
machine Main sends eGo, eSecret; receives eGo; { start state Idle { on eGo do { } } }

module Quiet = hidee eSecret in { Inner, Outer };
module All = (union Quiet, { Main });  // error: E0706 may send or receive `eSecret`
