// Is an event of another machine lost that comes before the creation?
// check --network fifo

event eGo: machine;
event eA;
event eB;
machine Main {
    start state S {
        entry {
            var far: machine;
            var helper: machine;
            helper = new Helper();
            far = new Far();
            send helper, eGo, far;
            send far, eA;
        }
    }
}
machine Helper { start state S { on eGo do (m: machine) { send m, eB; } } }
machine Far { var outcome: int; start state S { on eA do { outcome = outcome * 10 + 1; } on eB do { outcome = outcome * 10 + 2; } } }
test tc [main=Main]: {Main, Far, Helper};
