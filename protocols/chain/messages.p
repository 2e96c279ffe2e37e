// What clients, replicas and the master send each other.

type tUpdate = (client: machine, id: int, value: int);
type tNumbered = (number: int, update: tUpdate);

event eUpdate: tUpdate;                         // client to head
event eUpdated: (id: int, number: int);         // tail (or a head that knows it) to client
event eQuery: (client: machine, id: int);       // client to tail
event eAnswer: (id: int, version: int);         // tail to client: the number of the last update

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
event eEnds: (head: machine, tail: machine);               // to clients

// For specifications.
event eApplied: (replica: machine, numbered: tNumbered);
