// What may a crash of the sender lose?
// check --network fifo --crashes 1

event eA;
event eB;
machine Main {
    start state S {
        entry {
            var far: machine;
            far = new Far();
            send far, eA;
            send far, eB;
        }
    }
}
machine Far { var outcome: int; start state S { on eA do { outcome = outcome * 10 + 1; } on eB do { outcome = outcome * 10 + 2; } } }
test tc [main=Main]: {Main, Far};
