// A global function receives for the machine that calls it.

event eNumber: int;

fun Next(): int {
    var result: int;
    receive {
        case eNumber: (n: int) { result = n; }
    }
    return result;
}

machine Main {
    start state Init {
        entry {
            send this, eNumber, 3;
            print format("{0}", Next());  // prints: 3
        }
    }
}
