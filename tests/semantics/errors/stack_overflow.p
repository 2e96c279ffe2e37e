// Recursion without end is a bug with a name, not a crash.

fun Forever(n: int): int {
    return Forever(n + 1) + 1;
}

machine Main {
    start state Init {
        entry { print format("{0}", Forever(0)); }
    }
}

// bug: stack-overflow
