// An ignored event is dropped; a later state does not see it.

event eA: int;
event eGo;

machine Main {
    start state Deaf {
        entry {
            send this, eA, 1;
            send this, eGo;
            send this, eA, 2;
        }
        ignore eA;
        on eGo goto Hearing;
    }

    state Hearing {
        on eA do (n: int) { print format("{0}", n); }  // prints: 2
    }
}
