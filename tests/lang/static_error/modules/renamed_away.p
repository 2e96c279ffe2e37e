// After the renaming, what Main creates is New, and nobody is bound to it.

event eGo;
interface Old() receives eGo;
interface New() receives eGo;
machine A receives eGo; { start state Idle { ignore eGo; } }
machine Main { start state Init { entry { new Old(); } } }

module Front = rename Old to New in { Main };
test tcOne [main = Main]: (union Front, { A -> Old });  // error: E0710 `New` is created
