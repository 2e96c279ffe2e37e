// An interface has no behaviour that could be bound.

event eGo;
interface IServer() receives eGo;
machine Server { start state Idle { } }

module Service = { IServer, Server };  // error: E0206 `IServer` is an interface, not a machine
