// A monitor only watches.

event eTick: machine;

monitor Watch {
    start state Init {
        on eTick do {
            send payload, halt; // error: E0601
        };
    }
}

main machine Main {
    start state Init {
        entry { new Watch(); }
    }
}
