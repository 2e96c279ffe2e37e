// Everything a state may contain, anonymous and by name.

event eA;
event eB: int;
event eC: int;
event eD;
event eE;
event eF;

machine Main {
    var n: int;

    fun Begin() { n = 0; }
    fun End() { n = -1; }
    fun Work(k: int) { n = k; }
    fun Rest() { n = 0; }

    start state Init {
        entry Begin;
        exit End;
        defer eA;
        ignore eD, eE;
        on eB, eC do Work;
        on eF goto Next with Rest;
    }

    state Next {
        entry { n = 1; }
        exit { n = 2; }
        defer eD, eE;
        ignore eF;
        on eA do { n = 3; }
        on eB do (k: int) { n = k; }
        on eC goto Last with (k: int) { n = k; }
    }

    state Last {
        entry (k: int) { n = k; }
        on eA, eD goto Init;
        on eB goto Last;
        on eC goto Next with Work;
        on eE goto Next with { n = 4; }
        on halt goto Init;
        on null goto Empty;
        ignore eF;
    }

    state Empty { }
}
