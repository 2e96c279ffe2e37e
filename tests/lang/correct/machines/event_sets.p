// Sets of events, in declarations and as types.

event eA;
event eB;

eventset One = { eA };
eventset Two = { eA, eB };
eventset Ends = { halt };

machine Main {
    var ones: One;
    var list: seq[Two];
    var last: Ends;

    start state Init { ignore eA, eB; }
}
