// The event carries an int.

event eCount: int;

machine Main {
    start state Init {
        entry {
            send this, eCount, "one"; // error: E0414
        }
        ignore eCount;
    }
}
