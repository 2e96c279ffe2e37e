// Can a cut be gone around through a third machine?
// check --network fifo --cuts 1

event eGo: machine;
event eA;
event eB;
machine Main {
    start state S {
        entry {
            var far: machine;
            far = new Far();
            send far, eA;
            send new Helper(), eGo, far;
        }
    }
}
machine Helper { start state S { on eGo do (m: machine) { send m, eB; } } }
machine Far { var outcome: int; start state S { on eA do { outcome = outcome + 1; } on eB do { outcome = outcome + 2; } } }
test tc [main=Main]: {Main, Far, Helper};
