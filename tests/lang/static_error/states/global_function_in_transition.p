// The same for transition functions.

event eTick;

fun Work() { print "working"; }

machine Main {
    start state Init {
        on eTick goto Init with Work; // error: E0308
    }
}
