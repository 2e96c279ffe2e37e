event eGo;
event eStop;
interface Old() receives eGo;
interface New() receives eGo, eStop;
machine A { start state Idle { ignore eGo; } }

module M = rename Old to New in { A -> Old };  // error: E0709 `New` receives `eStop`
