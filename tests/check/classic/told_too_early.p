// check
// verdict: verified
// What a monitor is told before it exists is lost.

event eStep: int;
event eGo: machine;

monitor Sum {
    var sum: int;

    start state Init {
        entry { sum = payload as int; }
        on eStep do {
            sum = sum + payload;
            assert sum <= 12;
        };
    }
}

model Teller {
    start state Init {
        on eGo do {
            monitor Sum, eStep, 1;
            send payload, eStep, 1;
        };
    }
}

main machine Main {
    start state Init {
        entry {
            var m: machine;
            monitor Sum, eStep, 100;
            m = new Teller();
            send m, eGo, this;
            send m, eGo, this;
            new Sum(10);
        }
        on eStep do { monitor Sum, eStep, 0; };
    }
}
