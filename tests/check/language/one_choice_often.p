// check
// verdict: verified
// A step of many moves: choices with one alternative do not end it.

machine Main {
    start state Init {
        entry {
            var i, sum: int;
            var one: seq[int];
            one += (0, 1);
            while (i < 500) {
                sum = sum + choose(one);
                i = i + 1;
            }
            assert sum == 500;
        }
    }
}
