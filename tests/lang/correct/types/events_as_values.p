// An event is a value: kept, compared, chosen and sent. Its payload is then
// checked when it is sent.

event eTick;
event eTock: int;

machine Main {
    var e: event;
    var table: map[event, int];

    start state Init {
        entry {
            e = eTick;
            if ($) { e = eTock; }
            table[e] = 1;
            table[halt] = 2;
            send this, e;
            send this, e, 1;
            raise e;
        }
        on eTick do { }
        on eTock do (n: int) { }
    }
}
