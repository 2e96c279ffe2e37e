// check
// verdict: verified
// One helper after the other, for ever. Helpers that are gone, and that nobody
// knows any more, keep no states apart.

event eResult: bool;

machine Helper {
    start state Init {
        entry (m: machine) {
            send m, eResult, $;
            raise halt;
        }
    }
}

machine Main {
    start state Working {
        entry { new Helper(this); }
        on eResult goto Working;
    }
}
