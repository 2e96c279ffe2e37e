// Two senders, two events each: which merges?
// check --network fifo

event eA;
event eB;
event eC;
event eD;
machine Main {
    start state S {
        entry {
            var far: machine;
            far = new Far();
            new P(far);
            new Q(far);
        }
    }
}
machine P { start state S { entry (m: machine) { send m, eA; send m, eB; } } }
machine Q { start state S { entry (m: machine) { send m, eC; send m, eD; } } }
machine Far { var outcome: int; start state S { on eA do { outcome = outcome * 10 + 1; } on eB do { outcome = outcome * 10 + 2; } on eC do { outcome = outcome * 10 + 3; } on eD do { outcome = outcome * 10 + 4; } } }
test tc [main=Main]: {Main, Far, P, Q};
