// plait: --specs
// A spec does not see what it does not observe, nor raises and creations.

event eA;
event eB;

spec Watch observes eB {
    start state Init {
        on eB do { print "spec b"; }
    }
}

machine Other {
    start state Init { }
}

machine Main {
    start state Init {
        entry {
            send this, eA;
            new Other();
            raise eB;
        }
        on eA do { send this, eB; }
        on eB do { print "b"; }
    }
}

// output:
//   b
//   spec b
//   b
