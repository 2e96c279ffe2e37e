// Can a machine be cut off from itself?
// check --network fifo --cuts 1

event eA;
machine Main { var outcome: int; start state S { entry { send this, eA; } on eA do { outcome = 1; } } }
test tc [main=Main]: {Main};
