// Names are ASCII; comments and strings need not be: größe.

machine Main {
    start state Init {
        entry {
            print "größe";
        }
    }
}

event größe; // error: E0104
