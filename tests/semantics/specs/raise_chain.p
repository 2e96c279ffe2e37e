// plait: --specs
// A spec's own raises are handled before it sees the next event.

event eA: int;
event eStep: int;

spec Watch observes eA {
    start state Init {
        on eA do (n: int) { raise eStep, n * 10; }
        on eStep do (n: int) {
            print format("step {0}", n);
            if (n % 10 < 2) raise eStep, n + 1;
        }
    }
}

machine Main {
    start state Init {
        entry {
            announce eA, 1;
            announce eA, 2;
        }
    }
}

// output:
//   step 10
//   step 11
//   step 12
//   step 20
//   step 21
//   step 22
