// How many instances of an event a queue may hold, before or after the type.

event eOne assert 1;
event eTwo assume 2: int;
event eThree: (int, bool) assert 3;

main machine Main {
    start state Init {
        entry {
            send this, eOne;
            send this, eTwo, 2;
            send this, eThree, (1, true);
        }
        ignore eOne, eTwo, eThree;
    }
}
