// The interface Main is there, the machine is not.

machine Main { start state Idle { } }
machine Driver { start state Idle { } }

test tcOne [main = Main]: { Driver -> Main };  // error: E0711 `Main` is not part of this module
