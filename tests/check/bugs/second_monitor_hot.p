// check
// verdict: bug
// Of three monitors one is left hot when everything has ended.
// bug: liveness M is in

event eA: int;

monitor M {
    var me: int;
    start hot state Waiting {
        entry { me = payload as int; }
        on eA do { if (payload == me) { raise halt; } };
    }
}

main machine Main {
    start state I {
        entry {
            new M(1);
            new M(2);
            new M(3);
            monitor M, eA, 1;
            monitor M, eA, 3;
        }
    }
}
