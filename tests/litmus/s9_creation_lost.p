// What becomes of events to a machine that was never created?
// check --network fifo --crashes 1

event eGo: machine;
event eA;
machine Main {
    start state S {
        entry {
            var helper: machine;
            helper = new Helper();
            send helper, eGo, new Far();
        }
    }
}
machine Helper { var outcome: int; start state S { on eGo do (m: machine) { send m, eA; outcome = 1; } } }
machine Far { var outcome: int; start state S { on eA do { outcome = 1; } } }
test tc [main=Main]: {Main, Far, Helper};
