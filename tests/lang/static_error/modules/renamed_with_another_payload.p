// Whoever creates a New passes a string to A, which wants an int.

event eGo;
interface Old(int) receives eGo;
interface New(string) receives eGo;
machine A receives eGo; { start state Init { entry (n: int) { } ignore eGo; } }

module M = rename Old to New in { A -> Old };  // error: E0709 is created with `int`
