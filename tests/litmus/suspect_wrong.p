// Can a machine that lives be suspected?
// check --network fifo --suspicions 1

event eSuspect: machine;
machine Main { var outcome: int; var far: machine; start state S { entry { far = new Far(); } on eSuspect do (m: machine) { if (m == far) outcome = 1; } } }
machine Far { var outcome: int; start state S { entry { outcome = 1; } } }
test tc [main=Main]: {Main, Far};
