// The smallest program of the 2015 dialect.

main machine Main {
    start state Init { }
}
