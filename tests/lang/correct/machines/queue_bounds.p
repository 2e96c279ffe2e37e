// How many instances of an event, or events at all, a queue may hold.

event eOne assert 1;
event eTwo assume 2: int;

machine Main assert 5 {
    start state Init {
        entry {
            send this, eOne;
            send this, eTwo, 2;
        }
        ignore eOne, eTwo;
    }
}

machine Other assume 3
    receives eOne;
{
    start state Init { ignore eOne; }
}
