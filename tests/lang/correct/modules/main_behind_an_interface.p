// The main machine is bound, if not to its own interface.

event eGo;
interface Root() receives eGo;
machine Driver receives eGo; { start state Init { entry { send this, eGo; } ignore eGo; } }

test tcOne [main = Driver]: { Driver -> Root };
