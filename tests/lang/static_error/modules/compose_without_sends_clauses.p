event ePing;
machine A { start state Idle { } }
machine B { start state Idle { } }

module Both = (compose
    { A },
    { B });  // error: E0706 `ePing` is sent by two modules
