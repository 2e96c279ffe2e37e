// `assert N` after an event: one queue may hold N of them.

event eA assert 2: int;
event eB;

main machine Main {
    start state Init {
        entry {
            send this, eA, 1;
            send this, eB;
            send this, eA, 2;
            send this, eB;
            print "two";  // prints: two
            send this, eA, 3;  // bug: queue-bound
        }
        ignore eA, eB;
    }
}
