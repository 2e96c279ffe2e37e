// The bug is where the assertion stands, not where the function was called.

fun Check(n: int) {
    assert n < 3;  // bug: assertion
}

machine Main {
    start state Init {
        entry {
            var i: int;
            while (true) {
                Check(i);
                i = i + 1;
            }
        }
    }
}
