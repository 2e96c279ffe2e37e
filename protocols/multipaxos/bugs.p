// Seeded bugs: ../BUGS.md describes them, a test switches one on.

// A new leader continues after as many slots as it has heard of, also if there are gaps.
param bug_multipaxos_counts_slots: bool;

// An acceptor compares a ballot with what it accepted for this slot, not with its promise.
param bug_multipaxos_slot_promise: bool;
