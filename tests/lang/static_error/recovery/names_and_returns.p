// Unknown names of every kind in one program.

machine Main {
    var t: tNothing; // error: E0207

    fun Work(): int { // error: E0501
        Prepare(); // error: E0205
    }

    start state Init {
        entry {
            new Nobody(); // error: E0206
            goto Nowhere; // error: E0204
        }
        on eNothing do { } // error: E0203
    }
}
