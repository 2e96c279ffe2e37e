// Can an event overtake the one that caused it?
// check --network fifo

event eA;
event eB;
event eGo: machine;
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
machine Far { var outcome: int; start state S { on eA do { outcome = outcome * 10 + 1; } on eB do { outcome = outcome * 10 + 2; } } }
test tc [main=Main]: {Main, Far, Helper};
