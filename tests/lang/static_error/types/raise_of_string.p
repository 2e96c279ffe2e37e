// A string is no event.

machine Main {
    start state Init {
        entry {
            raise "eTick"; // error: E0409
        }
    }
}
