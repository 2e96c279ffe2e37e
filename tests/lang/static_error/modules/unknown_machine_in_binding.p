// A binding names a machine that does not exist; the nearest name is offered.

machine Server { start state Idle { } }

test tcOne [main = Server]: { Server, Sever };  // error: E0206 there is no machine `Sever`
