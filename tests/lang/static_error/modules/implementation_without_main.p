machine Driver { start state Idle { } }

implementation Service: { Driver };  // error: E0711 `Service` names no main machine
