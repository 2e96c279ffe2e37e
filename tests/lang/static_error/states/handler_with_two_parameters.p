// A handler takes one value, the payload.

event ePair: (int, int);

machine Main {
    start state Init {
        on ePair do (a: int, b: int) { print "pair"; } // error: E0306
    }
}
