param a, b, c: int;
param d: bool;

machine Main { start state Init { entry { assert d || a + b + c > 0; } } }

test param (a in [1, 2], b in [1, 2, 3], c in [1, 2]) pairwise tcPairs [main = Main]: { Main };
test param (a in [1, 2], b in [1, 2, 3], c in [1, 2]) (1 wise) tcEach [main = Main]: { Main };
test param (a in [1, 2], b in [1, 2, 3], c in [1, 2]) (3 wise) tcAll [main = Main]: { Main };
test param (a in [1, 2], b in [1, 2, 3], c in [1, 2], d in [true, false])
    assume (a != b) (2 wise) tcSome [main = Main]: { Main };
