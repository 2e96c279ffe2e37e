// A handler may push again and again; its variables are kept.

event eAnswer: int;

main machine Main {
    var last: int;

    start state Init {
        entry {
            var i, sum: int;
            while (i < 3) {
                i = i + 1;
                send this, eAnswer, i * 10;
                push Wait;
                sum = sum + last;
            }
            print format("{0} {1}", i, sum);  // prints: 3 60
        }
    }
    state Wait {
        on eAnswer do {
            last = payload;
            pop;
        };
    }
}
