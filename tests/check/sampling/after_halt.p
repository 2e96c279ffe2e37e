// check
// verdict: bug
// delays: 2
// depth: 2
// What is counted by one that has halted is not counted.

event eOne;
event eClose;
event eSum: int;

machine Counter {
    var sum: int;
    var owner: machine;

    start state Init {
        entry (m: machine) { owner = m; }
        on eOne do { sum = sum + 1; }
        on eClose do {
            send owner, eSum, sum;
            raise halt;
        }
    }
}

machine Stepper {
    start state Init {
        entry (counter: machine) { send counter, eOne; }
    }
}

machine Main {
    start state Init {
        entry {
            var counter: machine;
            counter = new Counter(this);
            new Stepper(counter);
            send counter, eOne;
            new Stepper(counter);
            send counter, eClose;
            receive {
                case eSum: (n: int) { assert n > 1, "too few"; }  // bug: assertion too few
            }
        }
    }
}
