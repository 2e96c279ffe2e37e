// Which value does a payload have that is changed after the send?
// check --network fifo

event eV: seq[int];
machine Main {
    start state S {
        entry {
            var v: seq[int];
            var far: machine;
            far = new Far();
            v += (0, 1);
            send far, eV, v;
            v[0] = 2;
            send far, eV, v;
        }
    }
}
machine Far { var outcome: int; start state S { on eV do (v: seq[int]) { outcome = outcome * 10 + v[0]; } } }
test tc [main=Main]: {Main, Far};
