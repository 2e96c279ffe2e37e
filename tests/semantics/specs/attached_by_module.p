// plait: --specs
// A spec sees only what the machines it is attached to send.

event eA: int;

spec Watch observes eA {
    start state Init {
        on eA do (n: int) { print format("spec {0}", n); }
    }
}

machine Watched {
    start state Init {
        entry (m: machine) { send m, eA, 1; }
    }
}

machine Main {
    start state Init {
        entry {
            new Watched(this);
            send this, eA, 2;
        }
        on eA do (n: int) { print format("main {0}", n); }
    }
}

implementation go [main = Main]: union { Main }, (assert Watch in { Watched });

// output:
//   main 2
//   spec 1
//   main 1
