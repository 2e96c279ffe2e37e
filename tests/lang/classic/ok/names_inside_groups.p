// Inside a group its own states need no path.

event eNext;

main machine Main {
    group Outer {
        start state First {
            on eNext goto Second;
        }
        state Second {
            on eNext goto Inner.Third;
        }
        group Inner {
            state Third {
                on eNext goto Second;
                on halt goto Third;
            }
        }
    }
}
