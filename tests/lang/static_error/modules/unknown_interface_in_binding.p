// The right side of an arrow is an interface or a machine.

machine Server { start state Idle { } }

module Service = { Server -> IServer };  // error: E0206 interface or machine `IServer`
