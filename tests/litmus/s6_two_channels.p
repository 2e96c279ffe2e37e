// Are suffixes of two channels lost independently?
// check --network fifo --crashes 1

event eA;
machine Main {
    start state S {
        entry {
            var a: machine;
            var b: machine;
            a = new FarA();
            b = new FarB();
            send a, eA;
            send b, eA;
        }
    }
}
machine FarA { var outcome: int; start state S { on eA do { outcome = 1; } } }
machine FarB { var outcome: int; start state S { on eA do { outcome = 1; } } }
test tc [main=Main]: {Main, FarA, FarB};
