// `assume N` after an event bounds what a checker looks at; a run goes on.

event eA assume 1;

main machine Main {
    start state Init {
        entry {
            send this, eA;
            print "one";  // prints: one
            send this, eA;
            print "two";  // prints: two
        }
        ignore eA;
    }
}
