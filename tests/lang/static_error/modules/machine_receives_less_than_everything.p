// A machine without a `receives` clause promises to receive every event.

event eRead;
machine Server { start state Serve { on eRead do { } } }
machine Stub receives eRead; { start state Serve { ignore eRead; } }
event eWrite;

module Service = {
    Stub -> Server  // error: E0701 does not receive `eWrite`
};
