// plait: --specs
// A spec sees a send although the target has halted.

event eA;
event eGo;

spec Watch observes eA {
    start state Init {
        on eA do { print "seen"; }  // prints: seen
    }
}

machine Other {
    start state Init {
        entry { raise halt; }
    }
}

machine Main {
    var m: machine;

    start state Init {
        entry {
            m = new Other();
            send this, eGo;
        }
        on eGo do { send m, eA; }
    }
}
