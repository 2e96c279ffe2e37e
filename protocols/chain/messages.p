// What clients, replicas and the master send each other, besides requests and responses
// (../common/replication.p). A request is called an update here; queries change nothing.

type tNumbered = (number: int, update: tRequest);

event eForward: tNumbered;                      // replica to its successor
event eAcknowledge: int;                        // replica to its predecessor: all up to this number

// Set-up, and what the master decides. A null neighbour: there is none on that side.
event eBegin: (chain: seq[machine], clients: set[machine]);  // to the master, once
event eChain: (predecessor: machine, successor: machine);  // to a replica, once
event eBecomeHead;
event eBecomeTail;
event eNewPredecessor: machine;
event eLast: (replica: machine, predecessor: machine, number: int);  // to the master: its answer
event eNewSuccessor: (successor: machine, number: int);    // with the last update that this one has

// For specifications.
event eApplied: (replica: machine, numbered: tNumbered);
