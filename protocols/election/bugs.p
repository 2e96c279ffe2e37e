// Seeded bugs: ../BUGS.md describes them, a test switches one on.

// A node follows a leader of which it knows that it has stopped.
param bug_election_follows_stopped: bool;
