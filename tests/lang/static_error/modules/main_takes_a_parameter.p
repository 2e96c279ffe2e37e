machine Driver { start state Init { entry (n: int) { } } }

test tcOne [main = Driver]: { Driver };  // error: E0711 cannot take a parameter
