// What clients and servers send each other.

type tCommand = (client: machine, id: int);
type tEntry = (term: int, command: tCommand);

type tVoteRequest = (term: int, candidate: machine, last_index: int, last_term: int);
type tVote = (term: int, voter: machine, granted: bool);
type tAppend = (term: int, leader: machine, previous_index: int, previous_term: int,
                entries: seq[tEntry], commit: int);
type tAppended = (term: int, follower: machine, success: bool, matched: int);

event eServers: tServers;            // to a server, once
type tServers = (others: set[machine], clients: set[machine]);

event eCommand: tCommand;            // client to the leader
event eDone: int;                    // leader to client: the command with this id is committed
event eLeader: machine;              // a new leader to clients

event eElectionTimeOut;              // to a server: it has heard of no leader for too long
event eRequestVote: tVoteRequest;    // candidate to others
event eVote: tVote;
event eAppend: tAppend;              // leader to others; without entries when it begins
event eAppended: tAppended;

// For specifications.
event eLeads: (term: int, server: machine, log: seq[tEntry]);
event eCommitted: (term: int, index: int, logged: tEntry);
