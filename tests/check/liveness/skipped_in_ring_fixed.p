// check
// verdict: verified
// A token goes around for ever, and each of the three gets it.

event eNext: machine;
event eToken;
event eThirdHas;

spec ThirdHasTurns observes eThirdHas {
    start cold state Idle { on eThirdHas goto Had; }
    hot state Had { on eThirdHas goto Idle; }
}

spec ThirdHasOne observes eThirdHas {
    start hot state Waiting { on eThirdHas goto Had; }
    cold state Had { ignore eThirdHas; }
}

machine Node {
    var next: machine;
    start state Init {
        on eNext goto Running with (n: machine) { next = n; }
        defer eToken;
    }
    state Running {
        on eToken do { send next, eToken; }
    }
}

machine Third {
    var next: machine;
    start state Init {
        on eNext goto Running with (n: machine) { next = n; }
        defer eToken;
    }
    state Running {
        on eToken do { announce eThirdHas; send next, eToken; }
    }
}

machine Main {
    start state Init {
        entry {
            var a: machine;
            var b: machine;
            var c: machine;
            a = new Node();
            b = new Node();
            c = new Third();
            send a, eNext, b;
            send b, eNext, c;
            send c, eNext, a;
            send a, eToken;
        }
    }
}

test tc [main=Main]: assert ThirdHasOne in {Main, Node, Third};
test tcTurns [main=Main]: assert ThirdHasTurns, ThirdHasOne in {Main, Node, Third};
