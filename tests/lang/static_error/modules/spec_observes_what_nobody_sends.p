event ePing;
event ePong;
machine Main sends ePing; { start state Init { entry { send this, ePing; } ignore ePing; } }
spec Safety observes ePing, ePong { start state Idle { ignore ePing, ePong; } }

test tcOne [main = Main]:
    assert Safety in { Main };  // error: E0704 `Safety` observes `ePong`
