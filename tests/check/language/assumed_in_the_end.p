// check
// verdict: no-bug-found
// limits: assumptions
// Whatever is chosen, an assumption fails in the end: no execution is left.

event eStep: int;

machine Main {
    start state Init {
        entry { send this, eStep, choose(3); }
        on eStep do (left: int) {
            assume left > 0;
            send this, eStep, left - 1;
        }
    }
}
