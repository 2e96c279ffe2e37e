// P's tutorial 5_Paxos: proposers, three acceptors and a learner, with fixed numbers and values.

fun Setup(proposers: int) {
    var jury: set[Acceptor];
    var school: set[Learner];
    var i: int;
    announce ePaxosConfig, (quorum = 2,);
    while (i < 3) {
        jury += (new Acceptor());
        i = i + 1;
    }
    school += (new Learner());
    i = 1;
    while (i <= proposers) {
        new Proposer((jury = jury, school = school, value_to_propose = 100 + i, proposer_id = i));
        i = i + 1;
    }
}

event ePaxosConfig: (quorum: int);

machine One {
    start state Init {
        entry { Setup(1); }
    }
}
machine Two {
    start state Init {
        entry { Setup(2); }
    }
}

test paxos1 [main = One]: assert OneValueTaught in { One, Proposer, Acceptor, Learner };
test paxos2 [main = Two]: assert OneValueTaught in { Two, Proposer, Acceptor, Learner };
