// The interface is created with nothing, the machine wants an int.

event eGo;
interface Worker() receives eGo;

machine Slow receives eGo; {
    start state Init {
        entry (n: int) { }
    }
}

module Work = { Slow -> Worker };  // error: E0702 `Worker` with nothing
