// The monitor does not exist.

event eTick;

main machine Main {
    start state Init {
        entry {
            monitor Watch, eTick, 1; // error: E0202
        }
    }
}
