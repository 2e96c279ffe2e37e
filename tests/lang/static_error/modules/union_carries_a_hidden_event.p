// `eHello` carries a reference to any machine: with it, `eSecret` could be sent.

event eSecret;
event eHello: machine;
machine Inner sends eSecret; receives eSecret; {
    start state Idle { on eSecret do { } }
}
machine Outer sends; receives; {
    start state Init { entry { new Inner(); } }
}
machine Main sends eHello; receives eHello; { start state Idle { ignore eHello; } }

module Quiet = hidee eSecret in { Inner, Outer };
module All = (union
    Quiet,
    { Main });  // error: E0706 may carry a permission for `eSecret`
