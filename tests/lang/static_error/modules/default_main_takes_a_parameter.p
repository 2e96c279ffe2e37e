machine Main {  // error: E0711 cannot take a parameter
    start state Init { entry (n: int) { } }
}
