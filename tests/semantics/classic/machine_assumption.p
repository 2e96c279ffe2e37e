// `assume N` after a machine bounds what a checker looks at; a run goes on.

event eA;

main machine Main assume 1 {
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
