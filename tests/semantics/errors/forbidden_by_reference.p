// A reference with permissions takes no other event, whatever its machine can do.

event eTick;
event eTock;

interface Clock() receives eTick;

machine Other {
    start state Init {
        on eTick do { print "tick"; }
        on eTock do { print "tock"; }
    }
}

machine Main {
    start state Init {
        entry {
            var full, part: machine;
            full = new Other();
            part = full to Clock;
            send full, eTock;
            send part, eTick;
            assert full == part;
            send part, eTock;  // bug: forbidden-send
        }
    }
}

implementation go [main = Main]: { Main, Other };
