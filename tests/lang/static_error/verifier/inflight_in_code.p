// What is in flight is known to a proof only.

event eTick: int;

machine Main {
    start state Init {
        entry {
            var b: bool;
            b = exists (e: eTick) :: inflight e; // error: E0803
        }
        ignore eTick;
    }
}
