// A function that receives may be called from expressions and return a result.

event eNumber: int;

machine Main {
    fun Next(): int {
        var result: int;
        receive {
            case eNumber: (n: int) { result = n; }
        }
        return result;
    }

    fun Sum(n: int): int {
        if (n == 0) return 0;
        return Next() + Sum(n - 1);
    }

    start state Init {
        entry {
            var i: int;
            while (i < 6) {
                i = i + 1;
                send this, eNumber, i;
            }
            print format("{0} {1}", Next() * 10 + Next(), Sum(4));  // prints: 12 18
        }
    }
}
