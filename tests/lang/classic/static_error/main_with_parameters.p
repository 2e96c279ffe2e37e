// Nobody could give the main machine its parameters.

main machine Main<Part> { // error: E0312
    start state Init { }
}
