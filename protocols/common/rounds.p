// Synchronous rounds, over machines that are not synchronous.
//
// In a round each node takes the messages that were sent to it in the round before, and sends messages for
// the next one. `Rounds` begins a round when all nodes have finished the one before. A fast neighbour
// may send its messages of this round before a slow node has begun it, so messages carry the number of their round.

event eRound: int;                                  // to a node: this round begins
event eRoundDone: (node: machine, finished: bool);  // to Rounds; finished: it takes part in no more rounds

machine Rounds {
    var members: set[machine];  // that take part
    var busy: set[machine];     // in this round
    var round: int;

    start state Counting {
        entry (all: set[machine]) {
            members = all;
            Begin();
        }
        on eRoundDone do (done: (node: machine, finished: bool)) {
            busy -= (done.node);
            if (done.finished) { members -= (done.node); }
            if (sizeof(busy) == 0) { Begin(); }
        }
    }

    fun Begin() {
        var node: machine;

        round = round + 1;
        busy = members;
        foreach (node in members) { send node, eRound, round; }
        if (sizeof(members) == 0) { raise halt; }
    }
}
