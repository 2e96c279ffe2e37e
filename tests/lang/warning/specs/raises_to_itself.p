// What a spec raises it need not observe.

event eTick;
event eSelf;

spec Quiet observes eTick {
    start state Init {
        on eTick do { raise eSelf; }
        on eSelf do { print "told myself"; }
    }
}

machine Main {
    start state Init {
        entry { send this, eTick; }
        ignore eTick;
    }
}
