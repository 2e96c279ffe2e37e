// check
// verdict: bug
// One of the events to choose from may not be sent to a clock.

event eTick;
event eTock;

interface Clock() receives eTick;

machine Wall {
    start state Init {
        on eTick, eTock do { }
    }
}

machine Main {
    start state Init {
        entry {
            var e: event;
            var clock: machine;
            clock = new Wall() to Clock;
            e = eTick;
            send clock, e;
            if ($) { e = eTock; }
            send clock, e;  // bug: forbidden-send
        }
    }
}

test tcClock [main = Main]: { Main, Wall };
