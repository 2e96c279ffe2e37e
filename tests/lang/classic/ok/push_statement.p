// A push is a call of a state: the handler goes on after the pop.

event eAnswer: bool;

main machine Main {
    var answered: bool;

    start state Init {
        entry {
            send this, eAnswer, $;
            push Wait;
            assert answered;
        }
    }

    state Wait {
        on eAnswer do {
            answered = true;
            pop;
        };
    }
}
