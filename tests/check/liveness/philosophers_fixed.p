// check
// verdict: verified
// Two philosophers take the same fork first: the one who has it eats.

event eTake: machine;
event eTaken;
event eBusy;
event ePut;
event eEat;

spec SomebodyEats observes eEat {
    start hot state Hungry { on eEat goto Fed; }
    cold state Fed { ignore eEat; }
}

machine Fork {
    start state Free {
        on eTake goto Used with (who: machine) { send who, eTaken; }
    }
    state Used {
        on eTake do (who: machine) { send who, eBusy; }
        on ePut goto Free;
    }
}

machine Philosopher {
    var first: machine;
    var second: machine;
    start state Init {
        entry (forks: (first: machine, second: machine)) {
            first = forks.first;
            second = forks.second;
            goto Hungry;
        }
    }
    state Hungry {
        entry { send first, eTake, this; }
        on eTaken goto HasOne;
        on eBusy goto Hungry;
    }
    state HasOne {
        entry { send second, eTake, this; }
        on eTaken goto Eating;
        on eBusy do { send first, ePut; goto Hungry; }
    }
    state Eating {
        entry { announce eEat; send first, ePut; send second, ePut; }
    }
}

machine Main {
    start state Init {
        entry {
            var left: machine;
            var right: machine;
            left = new Fork();
            right = new Fork();
            new Philosopher((first = left, second = right));
            new Philosopher((first = left, second = right));
        }
    }
}

test tc [main=Main]: assert SomebodyEats in {Main, Fork, Philosopher};
