// Tests say which specs watch.

event eTick;

spec Quiet observes eTick {
    start state Init { ignore eTick; }
}

spec Loud observes eTick {
    start state Init { on eTick do { print "tick"; } }
}

machine Main {
    start state Init {
        entry { send this, eTick; }
        ignore eTick;
    }
}

test tcQuiet [main = Main]: assert Quiet in { Main };
test tcBoth [main = Main]: (assert Quiet, Loud in { Main });
