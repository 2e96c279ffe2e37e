event eGo;
interface Worker() receives eGo;
machine Main { start state Idle { } }

test tcOne [main = Worker]: { Main -> Worker };  // error: E0711 `Worker` is an interface
