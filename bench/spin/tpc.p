// Two-phase commit with a timer.
//
// The coordinator asks the participants to prepare, one transaction after the other.
// When all say yes it commits; when one says no, or the timer was faster, it aborts.
// A timer that is running may strike at any time, or wait.
//
// Main builds it all, tells the coordinator to begin, and is gone.
//
// Votes that come too late are taken and dropped by a handler that does nothing: that
// is a step. `ignore` would be none.

param participants: int;
param transactions: int;

event eUp;  // to Main: the machine is there
event eBegin: (participants: seq[machine], timer: machine);

event eNext;                // from the coordinator to itself: the next transaction
event ePrepare: int;        // to a participant, with the transaction
event eCommit: int;
event eAbort: int;
event eYes: tVote;          // to the coordinator
event eNo: tVote;
event eTimeOut: int;

event eStart: int;          // to the timer
event eCancel: int;
event eTick: int;           // from the timer to itself

type tVote = (transaction: int, participant: int);
type tDecision = (is_commit: bool, is_late: bool);

enum Vote { NONE, PREPARED, COMMITTED, ABORTED }

machine Main {
    var all: seq[machine];

    start state Building {
        entry {
            var coordinator: machine;
            var timer: machine;

            coordinator = new Coordinator(this);
            receive {
                case eUp: { }
            }
            timer = new Timer((builder = this, owner = coordinator));
            receive {
                case eUp: { }
            }
            while (sizeof(all) < participants) {
                all += (sizeof(all), new Participant((builder = this, coordinator = coordinator,
                                                      number = sizeof(all))));
                receive {
                    case eUp: { }
                }
            }
            send coordinator, eBegin, (participants = all, timer = timer);
            raise halt;
        }
    }
}

machine Coordinator {
    var participant: seq[machine];
    var timer: machine;
    var transaction: int;
    var yes: seq[bool];  // who voted so

    start state Waiting {
        entry (builder: machine) {
            send builder, eUp;
        }
        on eBegin do (begin: (participants: seq[machine], timer: machine)) {
            participant = begin.participants;
            timer = begin.timer;
            ForgetVotes();
            goto Idle;
        }
    }

    state Idle {
        entry {
            if (transaction < transactions) {
                send this, eNext;
            }
        }
        on eNext goto Asking;
        on eYes, eNo, eTimeOut do { }
    }

    state Asking {
        entry {
            var i: int;

            transaction = transaction + 1;
            while (i < participants) {
                send participant[i], ePrepare, transaction;
                i = i + 1;
            }
            send timer, eStart, transaction;
        }
        on eYes do (vote: tVote) {
            if (vote.transaction == transaction) {
                yes[vote.participant] = true;
                if (!(false in yes)) {
                    goto Telling, (is_commit = true, is_late = false);
                }
            }
        }
        on eNo do (vote: tVote) {
            if (vote.transaction == transaction) {
                goto Telling, (is_commit = false, is_late = false);
            }
        }
        on eTimeOut do (late: int) {
            if (late == transaction) {
                goto Telling, (is_commit = false, is_late = true);
            }
        }
    }

    state Telling {
        entry (decision: tDecision) {
            var i: int;

            ForgetVotes();
            while (i < participants) {
                if (decision.is_commit) {
                    send participant[i], eCommit, transaction;
                } else {
                    send participant[i], eAbort, transaction;
                }
                i = i + 1;
            }
            if (!decision.is_late) {
                send timer, eCancel, transaction;
            }
            goto Idle;
        }
    }

    fun ForgetVotes() {
        yes = default(seq[bool]);
        while (sizeof(yes) < participants) {
            yes += (sizeof(yes), false);
        }
    }
}

machine Participant {
    var coordinator: machine;
    var number: int;
    var vote: Vote;

    start state Serving {
        entry (me: (builder: machine, coordinator: machine, number: int)) {
            coordinator = me.coordinator;
            number = me.number;
            send me.builder, eUp;
        }
        on ePrepare do (transaction: int) {
            if ($) {
                vote = PREPARED;
                send coordinator, eYes, (transaction = transaction, participant = number);
            } else {
                vote = ABORTED;
                send coordinator, eNo, (transaction = transaction, participant = number);
            }
        }
        on eCommit do {
            assert vote == PREPARED, "committed what was not prepared";
            vote = COMMITTED;
        }
        on eAbort do {
            assert vote != COMMITTED, "aborted what was committed";
            vote = ABORTED;
        }
    }
}

machine Timer {
    var owner: machine;
    var running: int;  // for this transaction; 0: not

    start state Serving {
        entry (me: (builder: machine, owner: machine)) {
            owner = me.owner;
            send me.builder, eUp;
        }
        on eStart do (transaction: int) {
            running = transaction;
            send this, eTick, transaction;
        }
        on eCancel do {
            running = 0;
        }
        on eTick do (transaction: int) {
            if (transaction == running) {
                if ($) {
                    running = 0;
                    send owner, eTimeOut, transaction;
                } else {
                    send this, eTick, transaction;
                }
            }
        }
    }
}

test param (participants in [2, 3], transactions in [1, 2, 3])
    tcTpc [main = Main]: { Main, Coordinator, Participant, Timer };
