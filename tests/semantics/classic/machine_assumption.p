// `assume N` after a machine: a longer queue ends the execution silently.

event eA;

main machine Main assume 1 {
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
