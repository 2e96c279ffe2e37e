event eGo: int;
event eDone;

machine Main sends eGo, eDone; {
    start state Init {
        entry { send this, eGo, 1; }
        on eGo do (n: int) { send this, eDone; }
        ignore eDone;
    }
}

spec Safety observes eGo {
    start state Idle { on eGo do (n: int) { assert n > 0; } }
}

spec Progress observes eGo, eDone {
    start cold state Idle { on eGo goto Waiting; }
    hot state Waiting { on eDone goto Idle; }
}

module System = assert Safety in { Main };
test tcSafety [main = Main]: System;
test tcBoth [main = Main]: assert Progress in System;
test tcAtOnce [main = Main]: assert Safety, Progress in { Main };
test tcNested [main = Main]: assert Progress in (assert Safety in { Main });
