// plait: --specs
// A spec sees an event when it is sent, before the receiver does.

event eA: int;

spec Watch observes eA {
    start state Init {
        on eA do (n: int) { print format("spec {0}", n); }
    }
}

machine Main {
    start state Init {
        entry {
            send this, eA, 1;
            send this, eA, 2;
            print "sent";
        }
        on eA do (n: int) { print format("main {0}", n); }
    }
}

// output:
//   spec 1
//   spec 2
//   sent
//   main 1
//   main 2
