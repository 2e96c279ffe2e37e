// How many events a machine's queue may hold.

event eTick;

machine Clock assert 3 {
    start state Init { ignore eTick; }
}

model Bell assume 2 {
    start state Init { ignore eTick; }
}

monitor Quiet assert 1 {
    start state Init { ignore eTick; }
}

main machine Main assert 1 {
    start state Init {
        entry {
            new Clock();
            new Bell();
            new Quiet();
        }
    }
}
