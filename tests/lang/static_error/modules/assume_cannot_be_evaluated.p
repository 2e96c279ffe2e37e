// What an assumption may not be made of, and what does not fit in it.

param n, m: int;
param fast: bool;
machine Main { start state Idle { entry { assert n >= m || fast; } } }
fun twice(x: int): int { return 2 * x; }

test param (n in [1, 2]) assume (nn > 1) tcA [main = Main]: { Main };  // error: E0715 `nn`
test param (n in [1, 2]) assume (twice(n) > 2)  // error: E0715 is made of parameters
    tcB [main = Main]: { Main };
test param (n in [1, 2]) assume (n == "one")  // error: E0715 is made of parameters
    tcC [main = Main]: { Main };
test param (n in [1, 2]) assume (n + 1)  // error: E0715 this is a number
    tcD [main = Main]: { Main };
test param (n in [1, 2]) assume (n == true)  // error: E0715 `==` does not take
    tcE [main = Main]: { Main };
test param (n in [1, 2], fast in [true, false]) assume (fast && n)  // error: E0715 `&&` does not take
    tcF [main = Main]: { Main };
test param (n in [1, 2]) assume (-(n > 1) == 0)  // error: E0715 `-` does not take
    tcG [main = Main]: { Main };
