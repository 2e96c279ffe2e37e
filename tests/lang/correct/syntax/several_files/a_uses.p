// Files may use what later files declare.

machine Main {
    start state Init {
        entry { send new Server(LIMIT), eRequest, (from_whom = this, n = 1); }
        ignore eResponse;
    }
}
