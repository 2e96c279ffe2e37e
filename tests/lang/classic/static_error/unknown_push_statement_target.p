// The same for the statement.

main machine Main {
    start state Init {
        entry {
            push Below; // error: E0204
        }
    }
}
