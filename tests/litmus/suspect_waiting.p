// Is a machine told that knows the other one only by a local variable of a waiting handler?
// check --network fifo --suspicions 1

event eSuspect: machine;
event eGo: machine;
event eBack;
machine Main { var outcome: int; start state S { entry { var far: machine; far = new Far(); send far, eGo, this; receive { case eBack: { outcome = 2; } case eSuspect: (m: machine) { if (m == far) outcome = 1; } } } on eSuspect do { outcome = outcome * 10 + 3; } on eBack do { outcome = outcome * 10 + 4; } } }
machine Far { start state S { on eGo do (m: machine) { send m, eBack; } } }
test tc [main=Main]: {Main, Far};
