// It tells nobody.

event eTick;

monitor Watch {
    start state Init {
        on eTick do {
            monitor Other, eTick; // error: E0601
        };
    }
}

monitor Other {
    start state Init { ignore eTick; }
}

main machine Main {
    start state Init {
        entry { new Watch(); }
    }
}
