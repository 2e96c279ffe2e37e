// `assume N` after an event: more of them end the execution silently.

event eA assume 1;

main machine Main {
    start state Init {
        entry {
            send this, eA;
            print "one";  // prints: one
            send this, eA;
            assert false;
        }
        ignore eA;
    }
}
