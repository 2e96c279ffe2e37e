event eGo;
interface Old() receives eGo;
interface New() receives eGo;
machine Main { start state Idle { } }

module M = rename Old to New in { Main };  // error: E0709 `Old` is neither created nor bound
