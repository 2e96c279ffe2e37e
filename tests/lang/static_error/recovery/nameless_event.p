// The same for events.

event : int; // error: E0101

machine Main {
    start state Init {
        entry { send this, eCount, 1; }
        on eCount do (n: int) { print format("{0}", n); }
    }
}
