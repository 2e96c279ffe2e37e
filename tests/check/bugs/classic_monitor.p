// check
// verdict: bug
// A monitor of the 2015 dialect that is told of one event too many.

event eStep: int;
event eDone: machine;

monitor Count {
    var n: int;

    start state Init {
        on eStep do {
            n = n + payload;
            assert n < 3;  // bug: assertion
        };
    }
}

model Stepper {
    start state Init {
        on eDone do {
            if ($) monitor Count, eStep, 1;
            send payload, eStep, 1;
        };
    }
}

main machine Main {
    start state Init {
        entry {
            var m: machine;
            new Count();
            m = new Stepper();
            send m, eDone, this;
            send m, eDone, this;
            monitor Count, eStep, 1;
        }
        ignore eStep;
    }
}
