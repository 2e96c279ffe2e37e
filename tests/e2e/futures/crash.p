// fifo, one crash. The machine has two moves: to the announcement, and the announcement. As long as
// the monitor is hot, each step is a move of the machine or of the faults, 1 of 2; and a fault is a
// crash or none, 1 of 2. So 1/4 crash first, 1/8 after the first move: 3 of 8.
event eDone;
spec Ends observes eDone {
    start hot state Waiting { on eDone goto Over; }
    cold state Over { ignore eDone; }
}
machine Main {
    start state S {
        entry { announce eDone; }
    }
}
test tc [main = Main]: assert Ends in {Main};
