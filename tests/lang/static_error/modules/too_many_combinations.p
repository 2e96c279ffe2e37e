// Ten of nineteen parameters can be chosen in 92,378 ways.

param p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13, p14, p15, p16, p17, p18: bool;
machine Main { start state Idle { entry { assert p0 || p1; } } }

test param (p0 in [true, false], p1 in [true, false], p2 in [true, false], p3 in [true, false], p4 in [true, false], p5 in [true, false], p6 in [true, false], p7 in [true, false], p8 in [true, false], p9 in [true, false], p10 in [true, false], p11 in [true, false], p12 in [true, false], p13 in [true, false], p14 in [true, false], p15 in [true, false], p16 in [true, false], p17 in [true, false], p18 in [true, false])
    (10 wise)  // error: E0719 covering 10 of 19 parameters
    tcMany [main = Main]: { Main };
