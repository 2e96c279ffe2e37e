// Sending to null.

event eA;

machine Main {
    var m: machine;

    start state Init {
        entry {
            send m, eA;  // bug: null-target
        }
    }
}
