// Every way to be sure of a result.

event eYes;
event eNo: int;

fun ByReturn(): int {
    return 1;
}

fun ByBranches(b: bool): int {
    if (b) { return 1; } else { return 2; }
}

fun ByAssertFalse(b: bool): int {
    if (b) { return 1; }
    assert false, "cannot be";
}

fun ByAssumeFalse(b: bool): int {
    if (b) return 1; else assume false;
}

fun ByBlock(): int {
    { { return 1; } }
}

fun EarlyReturn(b: bool) {
    if (b) { return; }
    print "late";
}

machine Main {
    fun ByReceive(): int {
        receive {
            case eYes: { return 1; }
            case eNo: (n: int) { return n; }
        }
    }

    start state Init {
        entry {
            print format("{0}", ByReceive() + ByReturn() + ByBranches(true) +
                ByAssertFalse(true) + ByAssumeFalse(true) + ByBlock());
            EarlyReturn(true);
        }
    }
}
