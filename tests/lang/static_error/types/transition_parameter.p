// The same for a transition function.

event eCount: int;

machine Main {
    start state Init {
        on eCount goto Init with (b: bool) { print format("{0}", b); } // error: E0415
    }
}
