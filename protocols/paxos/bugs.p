// Seeded bugs: ../BUGS.md describes them, a test switches one on.

// A proposer takes the accepted value of the last promise, not that of the highest ballot.
param bug_paxos_last_promise: bool;

// A proposer counts promises of its earlier ballots.
param bug_paxos_old_promise: bool;

// An acceptor that accepts a ballot does not count this as a promise.
param bug_paxos_low_promise: bool;
