// Can the creator's event come before the start entry?
// check --network fifo

event eA;
machine Main {
    start state S {
        entry {
            send new Far(), eA;
        }
    }
}
machine Far { var outcome: int; start state S { entry { outcome = 1; } on eA do { outcome = outcome * 10 + 2; } } }
test tc [main=Main]: {Main, Far};
