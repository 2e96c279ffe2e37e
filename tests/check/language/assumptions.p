// check
// verdict: verified
// Executions in which an assumption fails do not count.

event eNumbers: (int, int);

machine Main {
    start state Init {
        entry {
            var a, b: int;
            a = choose(4);
            b = choose(4);
            assume a < b;
            send this, eNumbers, a, b;
        }
        on eNumbers do (p: (int, int)) {
            assert p.0 < p.1;
            assume p.1 < 3, "a larger one is somebody else's";
            goto Done, p;
        }
    }
    state Done {
        entry (p: (int, int)) { assert p.0 + p.1 <= 3; }
    }
}
