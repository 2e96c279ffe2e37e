// One fair choice decides: 1 of 2 futures from the start, then all or none.
event eGo;
machine Main {
    start state S {
        entry { send this, eGo; }
        on eGo do { if ($) send this, eEnd; }
        on eEnd do { assert false, "the end"; }
    }
}
event eEnd;
test tc [main = Main]: {Main};
