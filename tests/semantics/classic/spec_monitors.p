// plait: --specs
// A spec with `monitors` sees what is sent and what is told to all.

event eA: int;

spec Watch monitors eA {
    start state Init {
        on eA do { print format("spec {0}", payload); };
    }
}

main machine Main {
    start state Init {
        entry {
            send this, eA, 1;
            monitor eA, 2;
        }
        on eA do { print format("main {0}", payload); };
    }
}

// output:
//   spec 1
//   spec 2
//   main 1
