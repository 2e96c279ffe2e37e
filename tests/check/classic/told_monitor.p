// check
// verdict: verified
// A monitor that is created, and told what happens.

event eIn;
event eOut;
event eGo: machine;
event eDone;

monitor Mutex {
    var inside: int;

    start state Init {
        on eIn do {
            inside = inside + 1;
            assert inside <= 2;
        };
        on eOut do { inside = inside - 1; };
    }
}

model Visitor {
    start state Init {
        on eGo do {
            monitor Mutex, eIn;
            send payload, eDone;
            monitor Mutex, eOut;
        };
    }
}

main model Main {
    start state Init {
        entry {
            var a, b: machine;
            new Mutex();
            a = new Visitor();
            b = new Visitor();
            send a, eGo, this;
            send b, eGo, this;
        }
        on eDone do { };
    }
}
