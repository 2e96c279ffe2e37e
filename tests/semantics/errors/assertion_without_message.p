// An assertion without a message.

machine Main {
    start state Init {
        entry {
            assert 1 > 2;  // bug: assertion
        }
    }
}
