// Without tests every machine stands for itself, and nobody for the interface.

event eGo;
interface Worker() receives eGo;  // error: E0710 no test binds a machine to it
machine Main { start state Init { entry { new Worker(); } } }
