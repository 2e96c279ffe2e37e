// check
// verdict: bug
// delays: 3
// depth: 1
// Three coins must all show true.

machine Main {
    start state Init {
        entry {
            var i, heads: int;
            while (i < 3) {
                if ($) { heads = heads + 1; }
                i = i + 1;
            }
            assert heads < 3, "three heads";  // bug: assertion three heads
        }
    }
}
