// A call may leave a function that has a result; only `raise` and `goto` in it are errors.

event eTick;

machine Main {
    fun Complain() { raise eTick; }

    fun One(): int {
        Complain();
        return 1;
    }

    start state Init {
        entry { print format("{0}", One()); }
        ignore eTick;
    }
}
