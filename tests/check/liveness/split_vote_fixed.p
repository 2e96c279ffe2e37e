// check
// verdict: verified
// Of two candidates, the one with the smaller number votes for the other.

event eAskVote: (from: machine, number: int);
event eVote;
event eRefuse;
event eElected;
event ePeer: (peer: machine, number: int);

spec Leader observes eElected {
    start hot state None { on eElected goto Elected; }
    cold state Elected { ignore eElected; }
}

machine Node {
    var peer: machine;
    var number: int;
    start state Init {
        on ePeer do (me: (peer: machine, number: int)) {
            peer = me.peer;
            number = me.number;
            goto Candidate;
        }
        defer eAskVote;
    }
    state Candidate {
        entry { send peer, eAskVote, (from = this, number = number); }
        on eAskVote do (ask: (from: machine, number: int)) {
            if (ask.number > number) {
                send ask.from, eVote;
                return;
            }
            send ask.from, eRefuse;
        }
        on eRefuse goto Candidate;
        on eVote do { announce eElected; }
    }
}

machine Main {
    start state Init {
        entry {
            var a: machine;
            var b: machine;
            a = new Node();
            b = new Node();
            send a, ePeer, (peer = b, number = 1);
            send b, ePeer, (peer = a, number = 2);
        }
    }
}

test tc [main=Main]: assert Leader in {Main, Node};
