// Seeded bugs: ../BUGS.md describes them, a test switches one on.

// A node takes any answer for that to its last request.
param bug_timesync_any_answer: bool;

// An answer that comes too late to set the clock shows at least that the master is there: the node remains synchronous.
param bug_timesync_late_is_valid: bool;
