// A push statement is a call: the handler goes on behind it after the pop.

event eAnswer: int;

main machine Main {
    var got: int;

    start state Init {
        entry {
            send this, eAnswer, 5;
            print "push";
            push Wait;
            print format("got {0}", got);
        }
        exit { print "exit init"; }
    }
    state Wait {
        entry { print "wait"; }
        on eAnswer do {
            got = payload;
            pop;
        };
        exit { print "exit wait"; }
    }
}

// output:
//   push
//   wait
//   exit wait
//   got 5
