// plait: --specs
// A send to null fails before any spec sees it.

event eA;

spec Watch observes eA {
    start state Init {
        on eA do { print "seen"; }
    }
}

machine Main {
    var m: machine;

    start state Init {
        entry {
            send m, eA;  // bug: null-target
        }
    }
}
