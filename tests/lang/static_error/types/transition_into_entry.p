// The entry of the target gets the payload, too.

event eCount: int;

machine Main {
    start state Init {
        on eCount goto Done; // error: E0415
    }
    state Done {
        entry (b: bool) { print format("{0}", b); }
    }
}
