event eGo;
machine Worker sends; { start state Idle { } }
machine A sends; { start state Init { entry { new Worker(); } } }
machine B sends; { start state Init { entry { new Worker(); } } }

module Both = (compose
    { A },
    { Worker },
    { B });  // error: E0706 `Worker` is created by two modules
