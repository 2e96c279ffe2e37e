// Division is safe behind `&&`; all operators of an assumption.

param a, b: int;
param p, q: bool;

machine Main { start state Init { entry { assert p || q || a != b; } } }

test param (a in [1, 2, 3], b in [0, 1, 2]) assume (b != 0 && a % b == 0)
    tcDivides [main = Main]: { Main };
test param (a in [1, 2], b in [-1, 1]) assume (a * b + 1 - -b / 1 < 4 || !(a >= b) || a <= 0)
    tcNumbers [main = Main]: { Main };
test param (p in [true, false], q in [false, true]) assume p == q || p != q && (p ==> q) <==> q
    tcBools [main = Main]: { Main };
test param (a in [7], p in [true, false]) assume (p == (a > 8)) tcOne [main = Main]: { Main };
test assume (1 + 1 == 2) tcConstant [main = Main]: { Main };
