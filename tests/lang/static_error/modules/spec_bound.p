event eGo;
machine Main { start state Idle { } }
spec Safety observes eGo { start state Idle { ignore eGo; } }

test tcOne [main = Main]: { Main, Safety };  // error: E0606 `Safety` is a spec
