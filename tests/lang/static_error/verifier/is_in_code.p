// In which state another machine is: for proofs only.

machine Main {
    start state Init {
        entry {
            if (this is Init) { print "here"; } // error: E0803
        }
    }
}
