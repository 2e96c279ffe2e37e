// A name in front of `(2 wise)` is no call.

param a: bool;
param b: bool;

machine Main {
    start state Init { entry { if (a && b) { print "both"; } } }
}

test param (a in [true, false], b in [true, false]) assume b (2 wise) tcWise [main = Main]: { Main };
