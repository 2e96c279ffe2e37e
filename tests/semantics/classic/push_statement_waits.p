// Everything that the called state and the actions below do not handle waits.

event eOther: int;
event eAnswer;
event eMove: int;

main machine Main {
    start state Init {
        entry {
            send this, eMove, 1;
            send this, eOther, 2;
            send this, eAnswer;
            push Wait;
            print "back";
        }
        on eOther do { print format("other {0}", payload); };
        on eMove goto Next;
    }
    state Wait {
        on eAnswer do {
            print "answer";
            pop;
        };
    }
    state Next {
        entry { print format("next {0}", payload); }
    }
}

// output:
//   other 2
//   answer
//   back
//   next 1
