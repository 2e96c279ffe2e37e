// Is what a machine sent before it halted delivered?
// check --network fifo

event eA;
machine Main {
    start state S {
        entry {
            send new Far(), eA;
            raise halt;
        }
    }
}
machine Far { var outcome: int; start state S { on eA do { outcome = outcome * 10 + 1; } } }
test tc [main=Main]: {Main, Far};
