// check
// verdict: verified
// `halt` ends a machine that waits in a receive, inside of calls.

event eNever;
event eStart;

machine Waiter {
    start state Init {
        entry {
            var n: int;
            n = Wait(2);
            assert false, format("{0}: nobody sends that", n);
        }
        ignore eStart;
    }

    fun Wait(n: int): int {
        if (n > 0) { return Wait(n - 1) + 1; }
        receive { case eNever: { } }
        return 0;
    }
}

machine Main {
    start state Init {
        entry {
            var w: machine;
            w = new Waiter();
            send w, eStart;
            send w, halt;
            send w, eNever;
        }
    }
}
