event eGo;
interface Worker() receives eGo;
machine Main { start state Init { entry { new Worker(); } } }

test tcOne [main = Main]: { Main };  // error: E0710 `Worker` is created
