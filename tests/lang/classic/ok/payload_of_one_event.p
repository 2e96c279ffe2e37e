// The payload has the type of the event: no cast.

event eAdd: (amount: int, who: machine);

main machine Main {
    var sum: int;

    start state Init {
        entry { send this, eAdd, (amount=3, who=this); }
        on eAdd do {
            sum = sum + payload.amount;
            assert payload.who == this;
        };
    }
}
