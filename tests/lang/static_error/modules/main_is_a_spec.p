event eGo;
machine Main { start state Idle { } }
spec Safety observes eGo { start state Idle { ignore eGo; } }

test tcOne [main = Safety]: assert Safety in { Main };  // error: E0711 `Safety` is a spec
