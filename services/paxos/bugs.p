// Seeded bugs of Multi-Paxos: docs/services.md describes them, a test switches one on.

// A leader answers reads from its own content.
param bug_reads_locally: bool;

// A replica accepts what the leader of a ballot sends that is lower than its promise.
param bug_accepts_anything: bool;

// A new leader does not propose again what others have accepted.
param bug_forgets_votes: bool;

// An update that is sent again is executed again.
param bug_executes_again: bool;

// A leader executes and answers an update without a majority: others get it only when they ask for what they lack.
param bug_answers_alone: bool;

// A replica that has lost its memory takes its old place at once, and votes.
param bug_votes_without_memory: bool;

// A leader goes on with the new member before the old ones have chosen it.
param bug_changes_at_once: bool;

// A replica that joins does not get the table of request numbers.
param bug_joins_without_numbers: bool;
