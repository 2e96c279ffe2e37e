// Is halt taken in turn?
// check --network fifo

event eA;
machine Main {
    start state S {
        entry {
            var far: machine;
            far = new Far();
            send far, eGo, this;
            send far, halt;
        }
    }
}
event eGo: machine;
event eB;
machine Far { start state S { on eGo do (m: machine) { send new Log(), eA; } } }
machine Log { var outcome: int; start state S { on eA do { outcome = 1; } } }
test tc [main=Main]: {Main, Far, Log};
