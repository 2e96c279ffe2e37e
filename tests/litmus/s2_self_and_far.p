// Is an own event handled before a far one?
// check --network fifo

event eA;
event eB;
event eBack;
machine Main { var outcome: int; start state S { entry { var far: machine; far = new Far(); send far, eGo, this; send this, eB; } on eB do { outcome = outcome * 10 + 1; } on eBack do { outcome = outcome * 10 + 2; } } }
event eGo: machine;
machine Far { start state S { on eGo do (m: machine) { send m, eBack; } } }
test tc [main=Main]: {Main, Far};
