// check
// verdict: verified
// A push statement is a call: the handler goes on behind it, with its locals.

event eAsk: machine;
event eAnswer: int;
event eNoise;

main machine Main {
    var got: int;

    start state Init {
        entry {
            var before: int;
            before = 5;
            send new Oracle(), eAsk, this;
            push Waiting;
            assert got == 1 || got == 2;
            assert before == 5;
            got = 0;
        }
        on eNoise do { assert got < 3; };
    }

    state Waiting {
        on eAnswer do {
            got = payload;
            pop;
        };
    }
}

model Oracle {
    start state Init {
        on eAsk do {
            var m: machine;
            m = payload;
            send m, eNoise;
            if ($) send m, eAnswer, 1; else send m, eAnswer, 2;
        };
    }
}
