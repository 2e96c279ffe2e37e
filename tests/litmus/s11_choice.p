// Which values can a choice have?
// check --network fifo

event eA;
machine Main { var outcome: int; start state S { entry { outcome = choose(3); } } }
test tc [main=Main]: {Main};
