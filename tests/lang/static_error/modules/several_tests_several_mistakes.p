// Each test is checked on its own, and a module that failed is blamed once.

machine Main { start state Idle { } }
machine Driver { start state Init { entry (n: int) { } } }

module Bad = { Main, Main };  // error: E0703
test tcOne [main = Main]: Bad;
test tcTwo [main = Driver]: { Driver };  // error: E0711
test tcThree [main = Nobody]: Bad;  // error: E0206
