// Functions and states of a machine share their names.

machine Main {
    start state Work { }
    fun Work() { } // error: E0201
}
