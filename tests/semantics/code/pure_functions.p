// Functions without effects, calling one another, also from one that calls itself.

fun Inner(i: int): int { return i + 1; }
fun Outer(i: int): int { return Inner(i) * 10; }

machine Main {
    fun Again(n: int): int {
        if (n > 0) return Again(n - 1) + Outer(n);
        return Outer(5);
    }

    start state Init {
        entry {
            print format("{0}", Outer(7));  // prints: 80
            print format("{0}", Again(2));  // prints: 110
        }
    }
}
