// Single-decree Paxos with two proposers, which try again when they are rejected.
//
// Ballot b belongs to proposer (b - 1) % 2, who wants the value 1 or 2. The learner
// finds out what was chosen, and that it was one value only.
//
// Main builds it all, wakes the second proposer, and is gone; the second wakes the
// first. From then on both are about to begin.
//
// Answers to a ballot that is over are taken and dropped by a handler that does
// nothing: that is a step. `ignore` would be none.

param acceptors: int;
param tries: int;  // ballots that each proposer has

event eUp;  // to Main: the machine is there
event eBegin: (acceptors: seq[machine], other: machine);

event ePrepare: int;                              // to an acceptor, with the ballot
event eAccept: (ballot: int, value: int);
event ePromise: tPromise;                         // to a proposer
event eReject: (ballot: int, acceptor: int);
event eAccepted: (ballot: int, value: int, acceptor: int);  // to the learner

type tPromise = (ballot: int, accepted: int, value: int, acceptor: int);

fun Proposers(): int {
    return 2;
}

fun Nobody(places: int): seq[bool] {
    var none: seq[bool];

    while (sizeof(none) < places) {
        none += (sizeof(none), false);
    }
    return none;
}

// Whether most acceptors are in the set, which begins at a place.
fun IsMajority(who: seq[bool], first: int): bool {
    var i: int;
    var count: int;

    while (i < acceptors) {
        if (who[first + i]) {
            count = count + 1;
        }
        i = i + 1;
    }
    return count > acceptors / 2;
}

machine Main {
    var proposers: seq[machine];
    var all: seq[machine];

    start state Building {
        entry {
            var learner: machine;

            while (sizeof(proposers) < Proposers()) {
                proposers += (sizeof(proposers),
                              new Proposer((builder = this, number = sizeof(proposers))));
                receive {
                    case eUp: { }
                }
            }
            learner = new Learner(this);
            receive {
                case eUp: { }
            }
            while (sizeof(all) < acceptors) {
                all += (sizeof(all), new Acceptor((builder = this, number = sizeof(all),
                                                   proposers = proposers, learner = learner)));
                receive {
                    case eUp: { }
                }
            }
            send proposers[1], eBegin, (acceptors = all, other = proposers[0]);
            raise halt;
        }
    }
}

machine Proposer {
    var number: int;
    var acceptor: seq[machine];
    var ballot: int;
    var promised: seq[bool];  // who did
    var highest: int;         // accepted ballot that was reported, and its value
    var value: int;

    start state Waiting {
        entry (me: (builder: machine, number: int)) {
            number = me.number;
            promised = Nobody(acceptors);
            send me.builder, eUp;
        }
        on eBegin do (begin: (acceptors: seq[machine], other: machine)) {
            acceptor = begin.acceptors;
            if (begin.other != null) {
                send begin.other, eBegin, (acceptors = acceptor, other = default(machine));
            }
            goto Preparing, number + 1;
        }
    }

    state Preparing {
        entry (b: int) {
            var i: int;

            ballot = b;
            while (i < acceptors) {
                send acceptor[i], ePrepare, ballot;
                i = i + 1;
            }
        }
        on ePromise do (promise: tPromise) {
            if (promise.ballot == ballot) {
                promised[promise.acceptor] = true;
                if (promise.accepted > highest) {
                    highest = promise.accepted;
                    value = promise.value;
                }
                if (IsMajority(promised, 0)) {
                    goto Accepting;
                }
            }
        }
        on eReject do (reject: (ballot: int, acceptor: int)) {
            TryAgain(reject.ballot);
        }
    }

    state Accepting {
        entry {
            if (highest == 0) {
                value = number + 1;
            }
            promised = Nobody(acceptors);
            highest = 0;
            Propose();
            value = 0;
        }
        on ePromise do { }
        on eReject do (reject: (ballot: int, acceptor: int)) {
            TryAgain(reject.ballot);
        }
    }

    state Done {
        on ePromise, eReject do { }
    }

    fun Propose() {
        var i: int;

        while (i < acceptors) {
            send acceptor[i], eAccept, (ballot = ballot, value = value);
            i = i + 1;
        }
    }

    fun TryAgain(rejected: int) {
        if (rejected == ballot) {
            promised = Nobody(acceptors);
            highest = 0;
            value = 0;
            if (ballot + Proposers() <= Proposers() * tries) {
                goto Preparing, ballot + Proposers();
            }
            goto Done;
        }
    }
}

machine Acceptor {
    var number: int;
    var proposer: seq[machine];
    var learner: machine;
    var promised: int;  // ballots
    var accepted: int;
    var value: int;

    start state Serving {
        entry (me: (builder: machine, number: int, proposers: seq[machine], learner: machine)) {
            number = me.number;
            proposer = me.proposers;
            learner = me.learner;
            send me.builder, eUp;
        }
        on ePrepare do (ballot: int) {
            if (ballot > promised) {
                promised = ballot;
                send Owner(ballot), ePromise, (ballot = ballot, accepted = accepted,
                                               value = value, acceptor = number);
            } else {
                send Owner(ballot), eReject, (ballot = ballot, acceptor = number);
            }
        }
        on eAccept do (proposal: (ballot: int, value: int)) {
            if (proposal.ballot >= promised) {
                promised = proposal.ballot;
                accepted = proposal.ballot;
                value = proposal.value;
                send learner, eAccepted, (ballot = accepted, value = value, acceptor = number);
            } else {
                send Owner(proposal.ballot), eReject, (ballot = proposal.ballot,
                                                       acceptor = number);
            }
        }
    }

    fun Owner(ballot: int): machine {
        return proposer[(ballot - 1) % Proposers()];
    }
}

machine Learner {
    var accepted: seq[bool];  // by whom, for each ballot
    var chosen: int;          // 0: nothing yet

    start state Serving {
        entry (builder: machine) {
            accepted = Nobody(Proposers() * tries * acceptors);
            send builder, eUp;
        }
        on eAccepted do (told: (ballot: int, value: int, acceptor: int)) {
            var first: int;

            first = (told.ballot - 1) * acceptors;
            accepted[first + told.acceptor] = true;
            if (IsMajority(accepted, first)) {
                assert chosen == 0 || chosen == told.value,
                    format("{0} was chosen, and {1}", chosen, told.value);
                chosen = told.value;
            }
        }
    }
}

test param (acceptors in [2, 3], tries in [1, 2])
    tcPaxos [main = Main]: { Main, Proposer, Acceptor, Learner };
