// Events are declared in every dialect.

main machine Main {
    start state Init {
        on eTick do { }; // error: E0203
    }
}
