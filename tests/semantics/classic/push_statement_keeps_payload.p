// After the pop, payload and trigger are those of the handler that pushed.

event eAsk: int;
event eAnswer: int;

main machine Main {
    start state Init {
        entry {
            send this, eAsk, 1;
            send this, eAnswer, 2;
        }
        on eAsk do {
            push Wait;
            print format("{0} {1}", trigger, payload);
        };
    }
    state Wait {
        entry { print format("{0} {1}", trigger, payload); }
        on eAnswer do {
            print format("{0} {1}", trigger, payload);
            pop;
        };
    }
}

// output:
//   null null
//   eAnswer 2
//   eAsk 1
