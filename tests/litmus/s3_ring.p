// Round trip: can the answer come before an own event sent earlier?
// check --network fifo

event eA;
event eB;
event eGo: machine;
machine Main { var outcome: int; start state S { entry { send new Far(), eGo, this; send this, eA; } on eA do { outcome = outcome * 10 + 1; } on eB do { outcome = outcome * 10 + 2; } } }
machine Far { start state S { on eGo do (m: machine) { send m, eB; } } }
test tc [main=Main]: {Main, Far};
