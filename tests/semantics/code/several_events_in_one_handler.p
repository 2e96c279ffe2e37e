// One handler for several events, with a payload that fits all.

event eA: int;
event eB: int;
event eC;

machine Main {
    start state Init {
        entry {
            send this, eA, 1;
            send this, eC;
            send this, eB, 2;
        }
        on eA, eB do (n: int) { print format("number {0}", n); }
        on eC do { print "c"; }
    }
}

// output:
//   number 1
//   c
//   number 2
