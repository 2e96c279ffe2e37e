// A deferred event stays in the queue, in its place, until a state takes it.

event eA: int;
event eB: int;

machine Main {
    start state Waiting {
        entry {
            send this, eA, 1;
            send this, eB, 2;
            send this, eA, 3;
            send this, eB, 4;
        }
        defer eA;
        on eB do (n: int) {
            print format("b {0}", n);
            if (n == 4) goto Ready;
        }
    }

    state Ready {
        on eA do (n: int) { print format("a {0}", n); }
    }
}

// output:
//   b 2
//   b 4
//   a 1
//   a 3
