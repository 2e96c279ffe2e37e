// Tests over values of global parameters.

param nodes, limit: int;
param lossy: bool;

machine Main {
    start state Init {
        entry {
            if (lossy && nodes > limit) { print format("{0} {1}", nodes, limit); }
        }
    }
}

test param (nodes in [1, 2, 3]) tcOne [main = Main]: { Main };
test param (nodes in [-1, 2], lossy in [true, false]) tcTwo [main = Main]: { Main };
test param (nodes in [1, 2], limit in [1, 2, 3], lossy in [true, false])
    assume nodes <= limit && !(lossy && limit == 3)
    tcAssumed [main = Main]: { Main };
test param (nodes in [1, 2], limit in [3, 4], lossy in [true, false])
    pairwise tcPairs [main = Main]: { Main };
test param (nodes in [1, 2], limit in [3, 4], lossy in [true, false])
    (3 wise) tcAll [main = Main]: { Main };
