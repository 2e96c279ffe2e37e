event eGo;
interface Old() receives eGo;
interface New() receives eGo;
machine A receives eGo; { start state Idle { ignore eGo; } }
machine Boss { start state Init { entry { new New(); } } }

module M = rename Old to New in { A -> Old, Boss };  // error: E0709 `New` is already created
