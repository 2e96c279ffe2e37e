// Does an event of a suspected machine still arrive?
// check --network fifo --suspicions 1

event eSuspect: machine;
event eGo: machine;
event eA;
machine Main { var outcome: int; var far: machine; start state S { entry { far = new Far(); send far, eGo, this; } on eSuspect do (m: machine) { outcome = outcome * 10 + 1; } on eA do { outcome = outcome * 10 + 2; } } }
machine Far { start state S { on eGo do (m: machine) { send m, eA; } } }
test tc [main=Main]: {Main, Far};
