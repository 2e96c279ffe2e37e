// Two modules of a composition may not send the same event.

event ePing;
event ePong;
machine A sends ePing; { start state Idle { } }
machine B sends ePing, ePong; { start state Idle { } }

module Both = (compose { A }, { B });  // error: E0706 `ePing` is sent by two modules
