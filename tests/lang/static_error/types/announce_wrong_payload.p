// The same for announce.

event eCount: int;

machine Main {
    start state Init {
        entry {
            announce eCount, (1, 2); // error: E0414
        }
    }
}
