// A handler of halt: the machine cleans up and goes on to a last state.

main machine Main {
    var cleaned: any;

    start state Init {
        entry { send this, halt; }
        on halt goto Last with { cleaned = payload; };
    }

    state Last { }
}
