// fifo, one cut. When the event travels and the other machine has begun, each step is the delivery,
// or a fault: a cut or none, each 1 of 2. So 1 of 4 loses it, and the monitor stays hot.
event eHello;
event eGot;
spec Arrives observes eGot {
    start hot state Waiting { on eGot goto Over; }
    cold state Over { ignore eGot; }
}
machine Far { start state S { on eHello do { announce eGot; } } }
machine Main {
    start state S {
        entry { send new Far(), eHello; }
    }
}
test tc [main = Main]: assert Arrives in {Main, Far};
