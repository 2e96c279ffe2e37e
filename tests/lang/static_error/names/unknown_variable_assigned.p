// An assignment does not declare its target.

machine Main {
    start state Init {
        entry {
            count = 1; // error: E0202
        }
    }
}
