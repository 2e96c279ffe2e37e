// check
// verdict: bug
// A monitor is created twice: both are told, and the second one fails.

event eA: int;

monitor M {
    var me: int;
    start state S {
        entry { me = payload as int; }
        on eA do {
            assert payload != me;  // bug: assertion
        };
    }
}

main machine Main {
    start state I {
        entry {
            new M(1);
            new M(2);
            monitor M, eA, 2;
        }
    }
}
