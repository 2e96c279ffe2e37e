// Events deferred in one state come before later ones in the next.

event eA: int;
event eGo;

machine Main {
    start state Waiting {
        entry {
            send this, eA, 1;
            send this, eGo;
            send this, eA, 2;
        }
        defer eA;
        on eGo goto Ready;
    }

    state Ready {
        entry { send this, eA, 3; }
        on eA do (n: int) { print format("{0}", n); }
    }
}

// output:
//   1
//   2
//   3
