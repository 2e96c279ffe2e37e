// plait: -t tcMany___n_2__loud_true
// A global parameter has the value that the test gives it.

param n: int;
param loud: bool;

machine Main {
    start state Init {
        entry {
            if (loud) print format("{0}", n * 10);  // prints: 20
        }
    }
}

test param (n in [1, 2], loud in [true, false]) tcMany [main = Main]: { Main };
