// check
// verdict: bug
//
// A monitor that a machine creates may fail in its start entry: that is part of the step that
// creates it, and the trace leads there.

event eGo;

monitor M {
    start state S {
        entry {
            assert payload == 1;  // bug: assertion
        }
    }
}

main machine Main {
    start state Init {
        entry { send this, eGo; }
        on eGo do { new M(1); new M(2); }
    }
}
