machine Main { start state Idle { } }
machine Driver { start state Idle { } }

test tcOne [main = Driver]: { Main };  // error: E0711 `Driver` is not part of this module
