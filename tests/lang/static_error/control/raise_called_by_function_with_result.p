// The function called would not come back.

event eTick;

machine Main {
    fun Complain() { raise eTick; }

    fun One(): int {
        Complain(); // error: E0502
        return 1;
    }

    start state Init {
        entry { print format("{0}", One()); }
        ignore eTick;
    }
}
