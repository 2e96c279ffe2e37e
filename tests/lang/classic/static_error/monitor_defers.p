// It sees events when they happen.

event eTick;

monitor Watch {
    start state Init {
        defer eTick; // error: E0602
    }
}

main machine Main {
    start state Init {
        entry { new Watch(); }
    }
}
