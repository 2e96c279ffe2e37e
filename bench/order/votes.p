// Rounds of votes: a collector asks four voters, remembers who has answered and what, and begins
// the next round when all have.

event eAsk: (collector: machine, round: int);
event eVote: (voter: machine, round: int, yes: bool);

machine Voter {
    start state Init {
        on eAsk do (ask: (collector: machine, round: int)) {
            send ask.collector, eVote, (voter = this, round = ask.round, yes = $);
        }
    }
}

machine Collector {
    var voters: set[machine];
    var answered: set[machine];
    var votes: map[machine, bool];
    var yes: int;
    var round: int;

    start state Init {
        entry {
            while (sizeof(voters) < 4) {
                voters += (new Voter());
            }
            goto Collect;
        }
    }

    state Collect {
        entry {
            var voter: machine;
            foreach (voter in voters) {
                send voter, eAsk, (collector = this, round = round);
            }
        }
        on eVote do (vote: (voter: machine, round: int, yes: bool)) {
            assert !(vote.voter in answered);
            answered += (vote.voter);
            votes[vote.voter] = vote.yes;
            if (sizeof(answered) < sizeof(voters)) {
                return;
            }
            answered = default(set[machine]);
            assert sizeof(votes) == sizeof(voters);
            if (round < 1) {
                round = round + 1;
                goto Collect;
            }
        }
    }
}

test votes [main = Collector]: { Collector, Voter };
