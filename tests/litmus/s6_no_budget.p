// And without a budget?
// check --network fifo

event eA;
machine Main {
    start state S {
        entry {
            new FarA();
            new FarB();
        }
    }
}
machine FarA { var outcome: int; start state S { ignore eA; } }
machine FarB { var outcome: int; start state S { ignore eA; } }
test tc [main=Main]: {Main, FarA, FarB};
