// Is the other side of a cut told?
// check --network fifo --cuts 1 --suspicions 1

event eSuspect: machine;
event eGo: machine;
event eBack;
machine Main { var outcome: int; var far: machine; start state S { entry { far = new Far(); send far, eGo, this; } on eBack do { outcome = 2; } } }
machine Far { var outcome: int; var near: machine; start state S { on eGo do (m: machine) { near = m; send near, eBack; } on eSuspect do (m: machine) { outcome = 1; } } }
test tc [main=Main]: {Main, Far};
