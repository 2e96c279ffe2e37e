// Have events of two senders an order?
// check --network fifo

event eA;
event eB;
machine Main {
    start state S {
        entry {
            var far: machine;
            far = new Far();
            new SA(far);
            new SB(far);
        }
    }
}
machine SA { start state S { entry (m: machine) { send m, eA; } } }
machine SB { start state S { entry (m: machine) { send m, eB; } } }
machine Far { var outcome: int; start state S { on eA do { outcome = outcome * 10 + 1; } on eB do { outcome = outcome * 10 + 2; } } }
test tc [main=Main]: {Main, Far, SA, SB};
