// The same for raise.

event eCount: int;

machine Main {
    start state Init {
        entry {
            raise eCount; // error: E0414
        }
        ignore eCount;
    }
}
