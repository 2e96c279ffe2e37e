// Does a cut stop answers, too?
// check --network fifo --cuts 1

event eGo: machine;
event eA;
machine Main { var outcome: int; start state S { entry { send new Far(), eGo, this; } on eA do { outcome = outcome + 1; } } }
machine Far { var outcome: int; start state S { on eGo do (m: machine) { outcome = 1; send m, eA; send m, eA; } } }
test tc [main=Main]: {Main, Far};
