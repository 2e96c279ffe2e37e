// A function with other parameters than the one that talks to the explorer is an
// ordinary foreign function.

fun Seal(letter: int);

machine Main {
    start state Init {
        entry {
            Seal(3);  // bug: foreign has no implementation here
        }
    }
}
