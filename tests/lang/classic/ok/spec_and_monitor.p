// Both kinds of specs in one program.

event eCount: int;

spec Listed monitors eCount {
    start state Init {
        on eCount do { assert payload > 0; };
    }
}

monitor Told {
    start state Init {
        on eCount do { assert payload > 0; };
    }
}

main machine Main {
    start state Init {
        entry {
            new Told();
            monitor eCount, 1;
            monitor Told, eCount, 2;
            send this, eCount, 3;
        }
        ignore eCount;
    }
}
