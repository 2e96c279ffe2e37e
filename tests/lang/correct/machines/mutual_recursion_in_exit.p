// Functions that call one another in a circle and change nothing.

fun Ping(n: int) {
    if (n > 0) { Pong(n - 1); }
}

fun Pong(n: int) {
    if (n > 0) { Ping(n - 1); }
}

machine Main {
    start state Init {
        entry { goto Done; }
        exit { Ping(10); }
    }
    state Done { }
}
