// Three times two tests: tcMany___n_neg1__fast_true and so on.

param n: int;
param fast: bool;

machine Main {
    start state Init {
        entry {
            var i: int;
            while (i < n && !fast)
                i = i + 1;
        }
    }
}

test param (n in [-1, 0, 2], fast in [true, false]) tcMany [main = Main]: { Main };
test tcDefault [main = Main]: { Main };
test param (n in [5]) tcOne [main = Main]: { Main };
