// The payload is typed by its event.

event eAdd: (amount: int, who: machine);

main machine Main {
    var n: int;

    start state Init {
        on eAdd do {
            n = payload.amuont; // error: E0404
        };
    }
}
