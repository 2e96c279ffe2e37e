// Each unknown name of a test is reported.

machine Main {
    start state Init { }
}

test tcOne [main = Main]:
    { Main, Nobody }; // error: E0206
test tcTwo [main = Main]:
    Nothing; // error: E0208
test tcThree [main = Main]:
    assert NoSpec in { Main }; // error: E0209
