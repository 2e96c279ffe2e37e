// plait: --specs
// Every spec that observes an event sees it, in order of attachment.

event eA;
event eB;

spec One observes eA, eB {
    start state Init {
        on eA do { print "one a"; }
        on eB do { print "one b"; }
    }
}

spec Two observes eB {
    start state Init {
        on eB do { print "two b"; }
    }
}

machine Main {
    start state Init {
        entry {
            announce eB;
            announce eA;
        }
    }
}

// output:
//   one b
//   two b
//   one a
