// What leaders, acceptors and the executor send each other, besides requests and responses
// (../common/replication.p). A request is called a command here; one with id 0 is no operation.

param acceptors: int;  // how many there are
param leaders: int;

type tAcceptance = (ballot: int, command: tRequest);
type tPromise = (ballot: int, acceptor: machine, accepted: map[int, tAcceptance]);  // by slot
type tProposal = (slot: int, vote: tAcceptance);
type tAccepted = (acceptor: machine, proposal: tProposal);

event eNewBallot: (ballot: int, leader: machine);  // leader to acceptors
event ePromise: tPromise;                          // acceptor to leader
event eAccept: tProposal;                          // leader to acceptors
event eAccepted: tAccepted;                        // acceptor to the executor

// For specifications.
event eExecuted: (slot: int, command: tRequest);

fun Majority(): int {
    return acceptors / 2 + 1;
}
