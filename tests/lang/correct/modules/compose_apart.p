// A composition: nobody sends or creates what another module does.

event ePing: machine;
event ePong;

machine Main sends ePing; receives ePong; {
    start state Init {
        entry { send new Ponger(), ePing, this; }
        on ePong do { raise halt; }
    }
}

machine Ponger sends ePong; receives ePing; {
    start state Serve { on ePing do (from: machine) { send from, ePong; } }
}

implementation Service [main = Main]: (compose { Main }, { Ponger });
test tcService [main = Main]: (compose { Ponger }, { Main });
