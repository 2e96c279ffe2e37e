// check
// verdict: bug
// A raised event cannot wait.

event eGo;
event eLater;

machine Main {
    start state Init {
        entry {
            send this, eGo;
            send this, eLater;
        }
        on eGo do {
            if ($) { raise eLater; }
        }
        defer eLater;  // nothing takes it: it stays
    }
}

// bug: unhandled-event
