// Seeded bugs: ../BUGS.md describes them, a test switches one on.

// The coordinator writes a decision to its log only when somebody has confirmed it.
param bug_2pc_unlogged: bool;

// The first decision of a new segment of the log, of 64 transactions, is not written at once.
param bug_2pc_new_segment: bool;

// The coordinator counts confirmations, also those of one participant twice.
param bug_2pc_counts_twice: bool;

// The coordinator that restarts does not tell its decisions again.
param bug_2pc_silent_recovery: bool;

// A participant that refuses a write unlocks the key when the transaction is aborted.
param bug_2pc_unlocks: bool;
