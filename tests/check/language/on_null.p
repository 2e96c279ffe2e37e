// check
// verdict: verified
// `on null` is taken when nothing else is there; whether something is, depends on
// who runs first.

event eWork: bool;

machine Idler {
    var naps: int;

    start state Awake {
        on null do {
            naps = naps + 1;
            if (naps == 2) { goto Asleep; }
        }
        on eWork do (urgent: bool) { if (urgent) { naps = 0; } }
    }
    state Asleep {
        on eWork goto Awake with { naps = 1; }
    }
}

machine Main {
    start state Init {
        entry {
            var m: machine;
            m = new Idler();
            send m, eWork, $;
            send m, eWork, true;
        }
    }
}
