// Does the first target get its event first?
// check --network fifo

event eA;
event eB;
event eSeen: int;
machine Main { var outcome: int; start state S { entry { send new T(), eGo, (who = 1, dest = this); send new T(), eGo, (who = 2, dest = this); } on eSeen do (n: int) { outcome = outcome * 10 + n; } } }
event eGo: (who: int, dest: machine);
machine T { start state S { on eGo do (g: (who: int, dest: machine)) { send g.dest, eSeen, g.who; } } }
test tc [main=Main]: {Main, T};
