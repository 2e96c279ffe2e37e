// Every entry is looked at, so all mistakes are found in one run.

event eGo;
interface Worker(int) receives eGo;
machine A { start state Idle { } }
machine B receives; { start state Init { entry (n: int) { } } }

module Work = {
    A -> Worker,   // error: E0702
    B -> Worker,   // error: E0703
    C              // error: E0206 `C`
};
