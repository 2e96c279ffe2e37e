// check --points modern --search bfs
// verdict: bug
// A recursion that ends for even numbers only.

fun Down(n: int): int {
    if (n == 0) { return 0; }
    return Down(n - 2) + 1;
}

event eStart: int;

machine Main {
    start state Init {
        entry { send this, eStart, choose(2) + 6; }
        on eStart do (n: int) { assert Down(n) == 3; }
    }
}

// bug: stack-overflow
