// What is left of a machine that crashed?
// check --network fifo --crashes 1

event eA;
machine Main {
    start state S {
        entry {
            send new Far(), eA;
        }
    }
}
machine Far { var outcome: int; start state S { on eA do { outcome = 1; } } }
test tc [main=Main]: {Main, Far};
