// Who called would never get the result.

event eTick;

machine Main {
    fun One(): int {
        raise eTick; // error: E0502
        return 1;
    }

    start state Init {
        entry { print format("{0}", One()); }
        ignore eTick;
    }
}
