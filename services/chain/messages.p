// What replicas and the master of a chain send each other.

// A replica without content to the master. Of two replicas at one place only the later one lives.
event eJoin: (replica: machine, place: int);
event eReady: (replica: machine, version: int);  // it has all content now

// In a view: to the predecessor, what this replica has; to the successor, what it lacks; back, what the tail has.
event eHave: tHave;
event eForward: (version: int, number: int, update: tUpdate);
event eAcknowledge: (version: int, number: int);

type tHave = (version: int, replica: machine, number: int, is_empty: bool);
