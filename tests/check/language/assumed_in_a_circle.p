// check
// verdict: verified
// No execution ends: an assumption discards one of two, the other goes round in a circle.

event eStep;

machine Main {
    start state Init {
        entry { send this, eStep; }
        on eStep do {
            assume $;
            send this, eStep;
        }
    }
}
