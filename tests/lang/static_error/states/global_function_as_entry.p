// The same for entry functions.

fun Prepare() { print "preparing"; }

machine Main {
    start state Init {
        entry Prepare; // error: E0308
    }
}
