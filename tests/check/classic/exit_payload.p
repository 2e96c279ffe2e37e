// check
// verdict: verified
// An exit function has trigger and payload of the event that leads out: by a transition, a
// raised event, or one that the state does not handle; none when the state is popped.

event eA: int;
event eB: (int, int);
event eC: any;
event eUnit;

main machine M {
    var left: int;

    start state First {
        entry { send this, eA, 7; }
        exit {
            assert trigger == eA;
            assert (payload as int) == 7;
            left = left + 1;
        }
        on eA goto Second;
    }

    state Second {
        entry {
            assert (payload as int) == 7;
            raise eB, 1, 2;
        }
        exit {
            assert trigger == eB;
            assert (payload as (int, int)).1 == 2;
            left = left + 1;
        }
        on eB goto Third with { assert payload.0 == 1; };
    }

    state Third {
        entry { send this, eUnit; }
        on eUnit push Above;
        on eC goto Last;
        exit {
            assert trigger == eC;
            assert (payload as machine) == this;
            left = left + 1;
        }
    }

    state Above {
        entry { send this, eC, this; }
        exit {
            assert trigger == eC;
            assert (payload as machine) == this;
            left = left + 1;
        }
    }

    state Last {
        entry {
            assert left == 4;
            push Popped;
            assert left == 5;
        }
    }

    state Popped {
        entry { pop; }
        exit {
            assert trigger == null;
            assert payload == null;
            left = left + 1;
        }
    }
}
