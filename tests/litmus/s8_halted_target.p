// What becomes of an event to a halted machine?
// check --network fifo

event eA;
machine Main { var outcome: int; start state S { entry { var far: machine; far = new Far(); send far, eA; send far, eA; outcome = 1; } } }
machine Far { var outcome: int; start state S { on eA do { raise halt; } } }
test tc [main=Main]: {Main, Far};
