// What replicas and the master of a chain send each other.

// A replica without content to the master. Of two replicas at one place only the later one lives.
event eJoin: (replica: machine, place: int);
event eReady: (replica: machine, version: int);  // it has all content now

// In a view: to the predecessor, what this replica has; to the successor, what it lacks; back, what the tail has.
event eHave: tHave;
event eForward: (version: int, number: int, update: tUpdate);
event eAcknowledge: (version: int, number: int);

type tHave = (version: int, replica: machine, number: int, is_empty: bool);

// For specifications: a replica has executed an update in a view. A chain is called by its introducer, or by its master.
type tPlaceInChain = (chain: machine, version: int, number: int);
type tExecuted = (update: tUpdate, results: seq[tReply]);
type tExecution = (place: tPlaceInChain, done: tExecuted, is_tail: bool);
event eExecuted: tExecution;

// A replica, or a master, to the introducer: it is there.
event eHere: machine;
event eMasterHere: machine;
// The introducer to a master: the first one of all has generation 0, the next ones take up the chain.
event eTakeUp: int;
// The introducer to a replica: obey this master from now on, and no other.
event eMaster: (master: machine, generation: int);
// A replica with content to a master that takes up the chain: the last view that it knows.
event eReport: tReport;

type tReport = (replica: machine, place: int, version: int, chain: seq[machine]);

// The views of a master begin here, multiplied by its generation: they are later than all views of older masters.
fun FirstView(generation: int): int {
    return generation * 1000000;
}
