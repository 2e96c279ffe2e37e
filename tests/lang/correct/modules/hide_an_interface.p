// Two firms hide their workers; the constructor of a hidden worker may take a
// reference through which hidden events can be sent.

event eSecret;
interface Worker(Boss) receives eSecret;

machine Boss sends eSecret; receives; {
    start state Init { entry { send new Worker(this), eSecret; } }
}
machine Stepper sends; receives eSecret; {
    start state Init {
        entry (boss: Boss) { }
        on eSecret do { }
    }
}

module Firm = hidei Worker in { Boss, Stepper -> Worker };
module Quiet = hidee eSecret in Firm;
module Again = hidei Worker, Worker in Firm;
test tcFirm [main = Boss]: Firm;
test tcQuiet [main = Boss]: Quiet;
test tcAgain [main = Boss]: Again;
