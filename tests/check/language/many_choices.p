// check
// verdict: verified
// More ways to choose than fit into one step, of which few make a difference.

event eSum: int;

machine Main {
    var sum: int;

    start state Init {
        entry {
            var i: int;
            while (i < 14) {
                if ($) { sum = (sum + 1) % 3; }
                i = i + 1;
            }
            send this, eSum, sum;
        }
        on eSum do (n: int) { assert n == sum; }
    }
}
