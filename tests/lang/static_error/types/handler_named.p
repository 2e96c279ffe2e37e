// The same for a named function, reported where the event is.

event eCount: int;

machine Main {
    fun Work(b: bool) { print format("{0}", b); }

    start state Init {
        on eCount do Work; // error: E0415
    }
}
