event eGo;
interface Worker() receives eGo;
machine A { start state Idle { } }
machine B { start state Idle { } }

module Work = {
    A -> Worker,
    B -> Worker  // error: E0703 `Worker` is bound twice
};
