event eGo;
interface Old() receives eGo;
interface New() receives eGo;
machine A receives eGo; { start state Idle { ignore eGo; } }

module M = rename Old to New in { A -> Old, A -> New };  // error: E0709 `New` is already bound
