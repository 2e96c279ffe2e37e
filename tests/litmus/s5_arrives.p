// Can a run come to rest before the event arrived?
// check --network fifo

event eA;
machine Main {
    start state S {
        entry {
            send new Far(), eA;
        }
    }
}
machine Far { var outcome: int; start state S { on eA do { outcome = outcome * 10 + 1; } } }
test tc [main=Main]: {Main, Far};
