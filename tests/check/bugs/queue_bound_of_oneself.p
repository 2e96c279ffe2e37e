// check
// verdict: bug

// A machine that sends to itself once too often, also where a step goes on after a send.

event eOnce assert 1;

machine Main {
    start state Init {
        entry {
            send this, eOnce;
            send this, eOnce;  // bug: queue-bound
        }
        on eOnce do {
        }
    }
}
