// check --points classic --points full
// verdict: bug
// By classic and full points a machine stops behind `new`: the other one may be first.

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
    start state None {  // bug: unhandled-event `eOther` is not handled in state `None`
        on eMine goto Seen;
    }
    state Seen { ignore eOther; }
}
