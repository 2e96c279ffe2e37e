// Three values are no pair.

event ePair: (int, int);

machine Main {
    start state Init {
        entry {
            send this, ePair, 1, 2, 3; // error: E0414
        }
        ignore ePair;
    }
}
