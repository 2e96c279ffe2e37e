// Are two events to oneself taken in order?
// check --network fifo

event eA;
event eB;
machine Main { var outcome: int; start state S { entry { send this, eA; send this, eB; } on eA do { outcome = outcome * 10 + 1; } on eB do { outcome = outcome * 10 + 2; } } }
test tc [main=Main]: {Main};
