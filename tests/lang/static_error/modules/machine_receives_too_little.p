// The interface promises what the machine behind it does not receive.

event eRead;
event eWrite;
interface Store() receives eRead, eWrite;

machine ReadOnly receives eRead; { start state Serve { on eRead do { } } }

module Storage = { ReadOnly -> Store };  // error: E0701 does not receive `eWrite`
