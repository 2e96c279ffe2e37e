event eGo;
machine Main { start state Idle { } }
spec Safety observes eGo { start state Idle { ignore eGo; } }

test tcOne [main = Main]: assert Safty in { Main };  // error: E0209 there is no spec `Safty`
