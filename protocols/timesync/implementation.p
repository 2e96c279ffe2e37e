// Time synchronisation: nodes keep their clocks near that of a master (F. Cristian, Probabilistic clock synchronization, 1989).
//
// Each `period` ticks a node asks the master for its time. If the answer comes within `limit` ticks of its own clock, the time
// in it is at most so old, and the node sets its clock. For `validity` ticks after that it is synchronous: clocks drift, but not more
// than one tick in `drift`. A message may take any time, so a request has a number, by which an old answer is recognised.

param nodes: int;
param period: int;
param limit: int;
param validity: int;
param drift: int;

event eTick: machine;                                               // one tick has passed; tell this machine when you are ready
event eTicked: (node: int, clock: int, synchronous: bool);
event eAskTime: (node: machine, number: int);                       // node to master
event eTime: (number: int, time: int);                              // master to node

// The clock of the master is right.
machine Master {
    var clock: int;

    start state Serving {
        on eTick do (world: machine) {
            clock = clock + 1;
            send world, eTicked, (node = 0, clock = clock, synchronous = true);
        }
        on eAskTime do (ask: (node: machine, number: int)) {
            Post(ask.node, eTime, (number = ask.number, time = clock));
        }
    }
}

machine Node {
    var me: int;
    var master: machine;
    var phase: int;        // real ticks since it missed one
    var ticks: int;        // of its own oscillator
    var ahead: int;        // its clock shows ticks + ahead
    var number, asked: int;  // of the last request: its number, and when it was sent
    var valid: int;        // synchronous for so many ticks

    start state Working {
        entry (setup: (number: int, master: machine)) {
            me = setup.number;
            master = setup.master;
        }
        on eTick do (world: machine) {
            Advance();
            if (number == 0 || ticks - asked >= period) { Ask(); }
            send world, eTicked, (node = me, clock = ticks + ahead, synchronous = valid > 0);
        }
        on eTime do (answer: (number: int, time: int)) {
            if (answer.number != number && !bug_timesync_any_answer) { return; }
            if (ticks - asked <= limit) {
                ahead = answer.time - ticks;
                valid = validity;
            } else if (bug_timesync_late_is_valid && valid > 0) {
                valid = validity;
            }
        }
    }

    // A node is slow: it misses one tick in `drift`.
    fun Advance() {
        phase = phase + 1;
        if (phase == drift) { phase = 0; }
        else { ticks = ticks + 1; }
        if (valid > 0) { valid = valid - 1; }
    }

    fun Ask() {
        number = number + 1;
        asked = ticks;
        Post(master, eAskTime, (node = this, number = number));
    }
}

module timesync = { Master, Node };
