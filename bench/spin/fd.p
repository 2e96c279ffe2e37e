// A failure detector: ping and pong with time-outs, and a node that crashes.
//
// The detector pings the nodes it believes alive, round by round. Who has not answered
// when the timer strikes is pinged once more, and then given up. One node may be
// halted, at any time.
//
// Main builds it all, tells the detector to begin, and is then the one who crashes a
// node.
//
// Pongs and time-outs that come too late are taken and dropped by a handler that does
// nothing: that is a step. `ignore` would be none.

param nodes: int;
param rounds: int;

event eUp;  // to Main: the machine is there
event eBegin: (nodes: seq[machine], timer: machine);
event eCrash;  // from Main to itself

event eNext;                           // from the detector to itself: the next round
event ePing: int;                      // to a node, with the round
event ePong: (round: int, node: int);  // to the detector
event eTimeOut: int;

event eStart: int;   // to the timer, with the number of the attempt, in all rounds
event eCancel: int;
event eTick: int;    // from the timer to itself

fun Attempts(): int {
    return 2;
}

fun Everybody(is_in: bool): seq[bool] {
    var all: seq[bool];

    while (sizeof(all) < nodes) {
        all += (sizeof(all), is_in);
    }
    return all;
}

machine Main {
    var all: seq[machine];

    start state Building {
        entry {
            var detector: machine;
            var timer: machine;

            detector = new Detector(this);
            receive {
                case eUp: { }
            }
            timer = new Timer((builder = this, owner = detector));
            receive {
                case eUp: { }
            }
            while (sizeof(all) < nodes) {
                all += (sizeof(all), new Node((builder = this, detector = detector,
                                               number = sizeof(all))));
                receive {
                    case eUp: { }
                }
            }
            send this, eCrash;
            send detector, eBegin, (nodes = all, timer = timer);
        }
        on eCrash do {
            send all[choose(nodes)], halt;
            raise halt;
        }
    }
}

machine Node {
    var detector: machine;
    var number: int;

    start state Serving {
        entry (me: (builder: machine, detector: machine, number: int)) {
            detector = me.detector;
            number = me.number;
            send me.builder, eUp;
        }
        on ePing do (round: int) {
            send detector, ePong, (round = round, node = number);
        }
    }
}

machine Detector {
    var node: seq[machine];
    var timer: machine;
    var round: int;
    var attempt: int;          // in this round, from 0
    var alive: seq[bool];
    var answered: seq[bool];   // in this round

    start state Waiting {
        entry (builder: machine) {
            alive = Everybody(true);
            answered = Everybody(false);
            send builder, eUp;
        }
        on eBegin do (begin: (nodes: seq[machine], timer: machine)) {
            node = begin.nodes;
            timer = begin.timer;
            goto Idle;
        }
    }

    state Idle {
        entry {
            if (round < rounds && true in alive) {
                send this, eNext;
            }
        }
        on eNext do {
            round = round + 1;
            goto Pinging;
        }
        on ePong, eTimeOut do { }
    }

    state Pinging {
        entry {
            var i: int;

            while (i < nodes) {
                if (alive[i] && !answered[i]) {
                    send node[i], ePing, round;
                }
                i = i + 1;
            }
            send timer, eStart, AttemptNumber();
        }
        on ePong do (pong: (round: int, node: int)) {
            if (pong.round == round) {
                answered[pong.node] = true;
                if (answered == alive) {
                    goto Complete;
                }
            }
        }
        on eTimeOut do (number: int) {
            if (number == AttemptNumber()) {
                if (attempt + 1 < Attempts()) {
                    attempt = attempt + 1;
                    goto Pinging;
                }
                alive = answered;
                EndRound();
                goto Idle;
            }
        }
    }

    state Complete {
        entry {
            send timer, eCancel, AttemptNumber();
            EndRound();
            goto Idle;
        }
    }

    fun AttemptNumber(): int {
        return (round - 1) * Attempts() + attempt + 1;
    }

    fun EndRound() {
        attempt = 0;
        answered = Everybody(false);
    }
}

machine Timer {
    var owner: machine;
    var running: int;  // for this attempt; 0: not

    start state Serving {
        entry (me: (builder: machine, owner: machine)) {
            owner = me.owner;
            send me.builder, eUp;
        }
        on eStart do (attempt: int) {
            running = attempt;
            send this, eTick, attempt;
        }
        on eCancel do {
            running = 0;
        }
        on eTick do (attempt: int) {
            if (attempt == running) {
                if ($) {
                    running = 0;
                    send owner, eTimeOut, attempt;
                } else {
                    send this, eTick, attempt;
                }
            }
        }
    }
}

test param (nodes in [2, 3], rounds in [1, 2, 3])
    tcFd [main = Main]: { Main, Node, Detector, Timer };
