// The push statement takes a path, too.

event eBack;

main machine Main {
    start state Init {
        entry {
            send this, eBack;
            push Menu.Waiting;
        }
    }

    group Menu {
        state Waiting {
            on eBack do { pop; };
        }
    }
}
