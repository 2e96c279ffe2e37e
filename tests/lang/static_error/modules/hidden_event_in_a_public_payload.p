// The payload of `eHello` is a reference through which `eSecret` can be sent.

event eSecret;
event eHello: Inner;
machine Inner sends eSecret; receives eSecret; {
    start state Idle { on eSecret do { } }
}
machine Main sends eHello; receives; {
    start state Init { entry { new Inner(); } }
}

module Quiet = hidee eSecret in { Inner, Main };  // error: E0707 event `eHello` is public
