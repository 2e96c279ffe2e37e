machine Main { start state Idle { } }
machine Driver { start state Idle { } }

implementation Service [main = Driver]: { Main };  // error: E0711 `Driver` is not part
