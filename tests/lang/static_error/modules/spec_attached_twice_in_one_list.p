event eGo;
machine Main { start state Idle { } }
spec Safety observes eGo { start state Idle { ignore eGo; } }

test tcOne [main = Main]: assert Safety, Safety in { Main };  // error: E0705
