// Is a crash always told?
// check --network fifo --crashes 1 --suspicions 1

event eSuspect: machine;
machine Main { var outcome: int; var far: machine; start state S { entry { far = new Far(); } on eSuspect do (m: machine) { outcome = 1; } } }
machine Far { var outcome: int; start state S { } }
test tc [main=Main]: {Main, Far};
