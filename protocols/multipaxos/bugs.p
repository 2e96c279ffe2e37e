// Seeded bugs: ../BUGS.md describes them, a test switches one on.

// A new leader continues after as many slots as it has heard of, also if there are gaps.
param bug_multipaxos_counts_slots: bool;

// An acceptor compares a ballot with what it accepted for this slot, not with its promise.
param bug_multipaxos_slot_promise: bool;

// The executor counts acceptances of a command for a slot, also with different ballots.
param bug_multipaxos_any_ballot: bool;

// An acceptor does not keep its promise in stable storage.
param bug_multipaxos_forgets_promise: bool;
