// What clients, leaders, acceptors and the replica send each other.

param acceptors: int;  // how many there are
param leaders: int;

type tCommand = (client: machine, id: int);  // id 0: no operation
type tVote = (ballot: int, command: tCommand);
type tPromise = (ballot: int, acceptor: machine, accepted: map[int, tVote]);  // by slot
type tProposal = (slot: int, vote: tVote);
type tAccepted = (acceptor: machine, proposal: tProposal);

event eLead;                                       // to a leader: you are elected
event eLeader: machine;                            // a leader to clients: send me your command
event eRequest: tCommand;                          // client to leader
event eResponse: (id: int, slot: int);             // replica to client

event ePrepare: (ballot: int, leader: machine);    // leader to acceptors
event ePromise: tPromise;                          // acceptor to leader
event eAccept: tProposal;                          // leader to acceptors
event eAccepted: tAccepted;                        // acceptor to the replica

// For specifications.
event eExecuted: (slot: int, command: tCommand);

fun Majority(): int {
    return acceptors / 2 + 1;
}
