// A return in a case returns from the function around the receive.

event eNumber: int;

machine Main {
    fun Next(): int {
        receive {
            case eNumber: (n: int) { return n * 2; }
        }
    }

    start state Init {
        entry {
            send this, eNumber, 3;
            print format("{0}", Next() + 1);  // prints: 7
        }
    }
}
