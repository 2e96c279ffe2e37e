// Several values make the tuple of a payload.

event ePair: (int, bool);
event eNothing;

machine Pair {
    start state Init {
        entry (p: (int, string)) { print p.1; }
    }
}

machine Main {
    start state Init {
        entry {
            new Pair(1, "one");
            new Pair((2, "two"));
            send this, ePair, 1, true;
            send this, ePair, (2, false);
            announce ePair, 3, true;
            raise ePair, 4, false;
        }
        ignore ePair, eNothing;
    }
}
