// check
// verdict: bug
// One of 3^4 ways to choose is wrong.

machine Main {
    start state Init {
        entry {
            var i, n: int;
            while (i < 4) {
                n = n * 3 + choose(3);
                i = i + 1;
            }
            assert n != 47, "found";  // bug: assertion found
        }
    }
}
