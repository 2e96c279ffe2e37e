// A handler may have a parameter, which must fit.

event eCount: int;

main machine Main {
    fun Work(b: bool) { assert b; }

    start state Init {
        on eCount do Work; // error: E0415
    }
}
