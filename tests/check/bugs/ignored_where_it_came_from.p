// check
// verdict: bug

// What a machine sends to itself arrives where it goes, not where it comes from: that the
// state before ignored it does not help.

event eGo;
event eNoise;

machine Main {
    start state Init {
        entry {
            send this, eGo;
        }
        ignore eNoise;
        on eGo do {
            send this, eNoise;
            goto Next;
        }
    }

    state Next {  // bug: unhandled-event
        ignore eGo;
    }
}
