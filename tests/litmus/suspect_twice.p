// How often can a machine be suspected?
// check --network fifo --suspicions 2

event eSuspect: machine;
machine Main { var outcome: int; var far: machine; start state S { entry { far = new Far(); } on eSuspect do (m: machine) { outcome = outcome + 1; } } }
machine Far { start state S { } }
test tc [main=Main]: {Main, Far};
