// check
// verdict: bug
// Two who meet at a door are too polite: each lets the other one go first, for ever.
// bug: liveness for ever

event ePeer: machine;
event eAfterYou;
event eThrough;

spec SomebodyGoes observes eThrough {
    start hot state AtDoor { on eThrough goto Inside; }
    cold state Inside { ignore eThrough; }
}

machine Guest {
    var peer: machine;
    start state Init {
        on ePeer goto Polite with (p: machine) { peer = p; send peer, eAfterYou; }
        defer eAfterYou;
    }
    state Polite {
        on eAfterYou do { send peer, eAfterYou; }
    }
}

machine Main {
    start state Init {
        entry {
            var a: machine;
            var b: machine;
            a = new Guest();
            b = new Guest();
            send a, ePeer, b;
            send b, ePeer, a;
        }
    }
}

test tc [main=Main]: assert SomebodyGoes in {Main, Guest};
