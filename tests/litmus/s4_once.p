// How often does one event arrive?
// check --network fifo

event eA;
machine Main {
    start state S {
        entry {
            send new Far(), eA;
        }
    }
}
machine Far { var outcome: int; start state S { on eA do { outcome = outcome + 1; } } }
test tc [main=Main]: {Main, Far};
