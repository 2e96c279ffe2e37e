event eSecret;
machine Inner sends eSecret; receives eSecret; {
    start state Idle { on eSecret do { } }
}
machine Main sends; receives; {
    start state Init { entry { new Inner(); } }
}

module Quiet = hidee eSecret in { Inner, Main };
module Quieter = hidee eSecret in Quiet;  // error: E0707 it is hidden already
