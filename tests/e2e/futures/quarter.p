// Two choices, in two handlers: 1 of 4 from the start, 1 of 2 after the first, then all.
event eFirst;
event eSecond;
event eEnd;
machine Main {
    start state S {
        entry { send this, eFirst; }
        on eFirst do { if ($) send this, eSecond; }
        on eSecond do { if ($) send this, eEnd; }
        on eEnd do { assert false, "the end"; }
    }
}
test tc [main = Main]: {Main};
