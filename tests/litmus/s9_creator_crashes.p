// Does a machine exist whose creator crashed?
// check --network fifo --crashes 1

event eA;
machine Main {
    start state S {
        entry {
            new Far();
        }
    }
}
machine Far { var outcome: int; start state S { entry { outcome = 1; } } }
test tc [main=Main]: {Main, Far};
