// States live in groups, groups in groups; a path names them.

event eNext;

main machine Main {
    start state Init {
        on eNext goto Working.Busy;
    }

    group Working {
        state Busy {
            on eNext push Working.Deep.Below;
        }
        group Deep {
            state Below {
                on eNext goto Done;
                on halt goto Working.Busy;
            }
        }
    }

    group Empty { }

    state Done { ignore eNext; }
}
