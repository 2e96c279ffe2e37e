// check
// verdict: verified
// A recursive function that chooses and sends at every depth.

event eLeaf: int;

machine Main {
    var sum: int;

    start state Init {
        entry { assert Split(3) == 3; }
        on eLeaf do (n: int) {
            sum = sum + n;
            assert sum <= 3;
        }
    }

    fun Split(n: int): int {
        var left: int;
        if (n <= 1) {
            send this, eLeaf, n;
            return n;
        }
        left = choose(n);
        if (left == 0) { left = 1; }
        return Split(left) + Split(n - left);
    }
}
