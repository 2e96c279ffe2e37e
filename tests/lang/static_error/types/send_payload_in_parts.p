// Several values make a tuple; its second component is a bool.

event ePair: (int, bool);

machine Main {
    start state Init {
        entry {
            send this, ePair, 1, 2; // error: E0414
        }
        ignore ePair;
    }
}
