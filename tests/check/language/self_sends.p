// check
// verdict: verified
// One machine alone, with a queue of its own making.

event eA: int;
event eB;

machine Main {
    var open: int;

    start state Init {
        entry {
            send this, eA, 2;
            send this, eB;
        }
        on eA do (n: int) {
            if (n > 0) {
                send this, eA, n - 1;
                if ($) { send this, eB; }
            }
        }
        on eB do { open = open + 1; }
    }
}
