// The remainder of ints by zero.

machine Main {
    start state Init {
        entry {
            var zero: int;
            zero = 5 % zero;  // bug: divide-by-zero
        }
    }
}
