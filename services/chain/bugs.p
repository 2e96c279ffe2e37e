// Seeded bugs of the chain: docs/services.md describes them, a test switches one on.

// A replica answers an update when it has forwarded it.
param bug_answers_early: bool;

// A head answers an update that changes nothing at once, without asking the others: also when it is not the head any more,
// and does not know it.
param bug_reads_alone: bool;

// A replica with a new successor sends it only updates that come later.
param bug_sends_nothing_again: bool;

// A replica keeps an update only until it has forwarded it.
param bug_keeps_nothing: bool;

// A replica that has joined does not send results of updates that came with the content.
param bug_silent_join: bool;

// A replica that joins does not get the first entry of the content.
param bug_loses_entry: bool;

// A replica that joins does not get the table of request numbers.
param bug_joins_without_numbers: bool;

// The master puts a replica that joins at the head.
param bug_joins_as_head: bool;

// A head executes CAS without looking at the value: replicas differ.
param bug_head_trusts: bool;
