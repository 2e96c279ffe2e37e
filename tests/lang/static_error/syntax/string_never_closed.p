// The string swallows the rest of the file: one message, at its start.

machine Main {
    start state Init {
        entry {
            print "hello; // error: E0103
        }
    }
}
