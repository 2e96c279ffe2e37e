// And three?
// check --network fifo

event eA;
event eB;
event eC;
machine Main {
    start state S {
        entry {
            var far: machine;
            far = new Far();
            send far, eA;
            send far, eB;
            send far, eC;
        }
    }
}
machine Far { var outcome: int; start state S { on eA do { outcome = outcome * 10 + 1; } on eB do { outcome = outcome * 10 + 2; } on eC do { outcome = outcome * 10 + 3; } } }
test tc [main=Main]: {Main, Far};
