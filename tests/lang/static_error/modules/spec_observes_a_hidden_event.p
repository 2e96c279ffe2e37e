event eSecret;
machine Inner sends eSecret; receives eSecret; {
    start state Idle { on eSecret do { } }
}
machine Main sends; receives; {
    start state Init { entry { new Inner(); } }
}
spec Safety observes eSecret { start state Idle { ignore eSecret; } }

module Quiet = hidee eSecret in { Inner, Main };
test tcOne [main = Main]: assert Safety in Quiet;  // error: E0704 which this module hides
