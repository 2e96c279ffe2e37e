// plait: --specs
// Announcing shows an event to the specs only.

event eA: int;

spec Watch observes eA {
    start state Init {
        on eA do (n: int) { print format("spec {0}", n); }
    }
}

machine Main {
    start state Init {
        entry {
            print "before";
            announce eA, 1;
            print "after";
        }
    }
}

// output:
//   before
//   spec 1
//   after
