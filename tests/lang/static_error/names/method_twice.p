// Nor inside a machine.

machine Main {
    fun Work() { }
    fun Work(n: int) { } // error: E0201

    start state Init {
        entry { Work(); }
    }
}
