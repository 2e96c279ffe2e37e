// Each call of a recursive function that receives has variables of its own.

event eNumber: int;

machine Main {
    fun Collect(depth: int): seq[int] {
        var mine: int;
        var rest: seq[int];
        if (depth == 0) return rest;
        receive {
            case eNumber: (n: int) { mine = n; }
        }
        rest = Collect(depth - 1);
        rest += (0, mine * depth);
        return rest;
    }

    start state Init {
        entry {
            send this, eNumber, 1;
            send this, eNumber, 2;
            send this, eNumber, 3;
            print format("{0}", Collect(3));  // prints: (3, 4, 3)
        }
    }
}
