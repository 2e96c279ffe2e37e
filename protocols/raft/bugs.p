// Seeded bugs: ../BUGS.md describes them, a test switches one on.

// A leader commits an entry of an earlier term as soon as a majority has it.
param bug_raft_commits_old_terms: bool;

// A server votes without looking at the log of the candidate.
param bug_raft_any_log: bool;

// A server that restarts does not remember whom it has voted for.
param bug_raft_forgets_vote: bool;

// A candidate counts votes of an earlier term.
param bug_raft_old_votes: bool;
