// check --points modern
// verdict: verified
// By modern points a machine stops before it puts an event into a queue. Monitors have
// seen it by then, before the machine that was just created runs.

event eMine: int;
event eOther: int;

machine Sink {
    start state Init { ignore eMine, eOther; }
}

machine Other {
    start state Init {
        entry (m: machine) { send m, eOther, 2; }
    }
}

machine Main {
    start state Init {
        entry {
            var m: machine;
            m = new Sink();
            new Other(m);
            send m, eMine, 1;
        }
    }
}

spec MineFirst observes eMine, eOther {
    start state None {
        on eMine goto Seen;
    }
    state Seen { ignore eOther; }
}
