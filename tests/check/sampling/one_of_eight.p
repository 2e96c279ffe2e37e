// check
// verdict: bug
// delays: 5
// depth: 1
// One alternative of eight is wrong.

machine Main {
    start state Init {
        entry {
            var n: int;
            n = choose(8);
            assert n != 5, "five";  // bug: assertion five
        }
    }
}
