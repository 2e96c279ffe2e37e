// And if the first one was confirmed?
// check --network fifo

event eA;
event eB;
event eDone;
event eGo: machine;
event eAsk: machine;
machine Main { var far: machine; start state S { entry { far = new Far(); send far, eAsk, this; } on eDone do { send new Helper(), eGo, far; } } }
machine Helper { start state S { on eGo do (m: machine) { send m, eB; } } }
machine Far { var outcome: int; start state S { on eAsk do (m: machine) { outcome = outcome * 10 + 1; send m, eDone; } on eB do { outcome = outcome * 10 + 2; } } }
test tc [main=Main]: {Main, Far, Helper};
