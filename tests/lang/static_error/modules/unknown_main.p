machine Driver { start state Idle { } }

test tcOne [main = Diver]: { Driver };  // error: E0206 there is no machine `Diver`
