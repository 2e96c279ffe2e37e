// The same for raise.

event eCount: int;

machine Main {
    start state Init {
        entry {
            raise eCount, true; // error: E0414
        }
        ignore eCount;
    }
}
