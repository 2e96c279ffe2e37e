// Operands are evaluated from left to right, each completely.

machine Main {
    var n: int;

    fun Next(): int {
        n = n + 1;
        return n;
    }

    start state Init {
        entry {
            print format("{0}", Next() * 100 + Next() * 10 + Next());  // prints: 123
            print format("{0} {1} {2}", Next(), Next(), Next());  // prints: 4 5 6
            print format("{0}", (Next(), Next()));  // prints: <7,8,>
            print format("{0}", (a = Next(), b = Next()));  // prints: <a:9, b:10, >
        }
    }
}
