// A machine calls its own functions only.

machine Main {
    start state Init {
        entry {
            Work(); // error: E0205
        }
    }
}

machine Other {
    fun Work() { }

    start state Init {
        entry { Work(); }
    }
}
